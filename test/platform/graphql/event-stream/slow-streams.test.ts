import { describe, expect, test } from 'vitest';
import { SHARED_FIELD } from '../../../../src/platform/graphql/field-marks.js';
import { createSource, next, startLiveTransports } from '../../../support/http/live-transports.js';

describe('a client of an event stream that does not read', () => {
  const LONG = 'x'.repeat(100_000);

  test.each([
    ['shared', SHARED_FIELD],
    ['of its own', {}],
  ])(
    'gets the newest afterwards, of a source that is %s, and holds up neither it nor the memory',
    async (_name, mark) => {
      const { publish, source } = createSource();
      const { stream, subscribe, counts } = await startLiveTransports(source, mark);
      const slow = await stream('ana');
      const other = await subscribe('bia');
      publish('first');
      await expect.poll(() => slow.events).toHaveLength(1);
      slow.response.pause();
      const last = 400;
      for (let count = 1; count <= last; count += 1) {
        publish(`${count} ${LONG}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await expect.poll(() => other.messages.at(-1)).toEqual(next(`${last} ${LONG}`));
      slow.response.resume();
      const newest = { event: 'next', data: { data: { events: `${last} ${LONG}` } } };
      await expect.poll(() => slow.events.at(-1)).toEqual(newest);
      // The rest has not been executed for this client, or has not been kept; the network holds a part.
      expect(slow.events.length).toBeLessThan(last);
      expect(counts.executed).toBeLessThan(2 * last);
    },
  );

  test('is dropped when more than 1 MiB is waiting', async () => {
    const { publish, source } = createSource();
    const { live, stream, server } = await startLiveTransports(source, SHARED_FIELD);
    const slow = await stream('ana');
    slow.response.pause();
    // More than the buffers of the network hold.
    publish('x'.repeat(16 * 1024 * 1024));
    const connectionsAfterReview = () => {
      live.closeEnded();
      return new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    };
    await expect.poll(connectionsAfterReview).toBe(0);
  });
});

describe('the end of a source on an event stream', () => {
  test('completes it after the last value', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { stream } = await startLiveTransports(async function* () {
      yield 'first';
      await promise;
      yield 'last';
    }, SHARED_FIELD);
    const two = [await stream('ana'), await stream('bia')];
    for (const { events } of two) expect(events.length).toBeLessThan(2);
    resolve();
    for (const seen of two) {
      await expect.poll(() => seen.isOver).toBe(true);
      expect(seen.events.slice(-2)).toEqual([
        { event: 'next', data: { data: { events: 'last' } } },
        { event: 'complete', data: undefined },
      ]);
    }
  });

  test.each([
    ['shared', SHARED_FIELD],
    ['of its own', {}],
  ])('by a failure is a result with an id, of a source that is %s', async (_name, mark) => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { stream, reported } = await startLiveTransports(async function* () {
      yield 'first';
      await promise;
    }, mark);
    const seen = await stream('ana');
    await expect.poll(() => seen.events).toHaveLength(1);
    reject(new Error('the source is dry'));
    await expect.poll(() => seen.isOver).toBe(true);
    expect(seen.events.slice(1)).toMatchObject([
      { event: 'next', data: { errors: [{ extensions: { id: 'failure 1' } }] } },
      { event: 'complete' },
    ]);
    expect(reported).toHaveLength(1);
  });
});
