import { describe, expect, test } from 'vitest';
import type { LiveSocket, ResultSink } from '../../client/src/lib/graphql/live-socket.js';
import { subscribeOnceLoaded } from '../../client/src/lib/graphql/subscribe-once-loaded.js';

const PAYLOAD = { query: 'subscription { metrics { sampledAt } }' };

describe('a subscription whose socket is fetched when it is needed', () => {
  test('receives what is pushed, until it ends', async () => {
    const { load, open } = fakeSocket();
    const received: unknown[] = [];
    const unsubscribe = subscribeOnceLoaded(load)(PAYLOAD, { next: (result) => received.push(result) });
    await expect.poll(() => open.size).toBe(1);
    for (const sink of open) sink.next({ data: { n: 1 } });
    expect(received).toEqual([{ data: { n: 1 } }]);
    unsubscribe();
    expect(open.size).toBe(0);
  });

  test('that ends before the socket is there is never begun; the code is fetched once for all', async () => {
    const { load, open, loads } = fakeSocket();
    const subscribe = subscribeOnceLoaded(load);
    const unsubscribe = subscribe(PAYLOAD, { next: () => {} });
    const kept: ResultSink = { next: () => {} };
    subscribe(PAYLOAD, kept);
    unsubscribe();
    await expect.poll(() => open.size).toBeGreaterThan(0);
    expect([...open]).toEqual([kept]);
    expect(loads()).toBe(1);
  });

  test('tries again with the next subscription after the code could not be fetched', async () => {
    const { load, open, loads } = fakeSocket({ failures: 1 });
    const subscribe = subscribeOnceLoaded(load);
    subscribe(PAYLOAD, { next: () => {} })();
    await expect
      .poll(() => {
        subscribe(PAYLOAD, { next: () => {} });
        return open.size;
      })
      .toBeGreaterThan(0);
    expect(loads()).toBe(2);
  });
});

/** Returns a socket whose code loads slowly, after a number of failed attempts. */
function fakeSocket({ failures = 0 } = {}) {
  const open = new Set<ResultSink>();
  let loads = 0;
  const socket: Pick<LiveSocket, 'subscribe'> = {
    subscribe(_, sink) {
      open.add(sink);
      return () => open.delete(sink);
    },
  };
  return {
    open,
    loads: () => loads,
    async load() {
      if (loads++ < failures) throw new Error('Not found');
      return socket as LiveSocket;
    },
  };
}
