import { describe, expect, test } from 'vitest';
import type { GraphQLContext } from '../../../../src/platform/graphql/context.js';
import { SHARED_FIELD } from '../../../../src/platform/graphql/field-marks.js';
import { sharedContext } from '../../../../src/platform/graphql/shared-subscriptions/shared-context.js';

import { ALL_MACHINES } from '../../../../src/shared/identity/machine-access.js';
import type { Viewer } from '../../../../src/shared/identity/viewer.js';
import { createSource, next, startLiveTransports, viewerNamed } from '../../../support/http/live-transports.js';

describe('the mark of a shared subscription', () => {
  test.each([
    ['with it, all share an execution', SHARED_FIELD, { begun: 1, executed: 1 }],
    ['without it, everybody has his own', {}, { begun: 2, executed: 2 }],
  ])('%s', async (_name, extensions, expected) => {
    const { publish, source } = createSource();
    const { subscribe, counts } = await startLiveTransports(source, extensions);
    const two = [await subscribe('ana'), await subscribe('bia')];
    for (const subscriber of two) await subscriber.settle();
    publish('a');
    for (const subscriber of two) await expect.poll(() => subscriber.messages).toContainEqual(next('a'));
    expect(counts).toEqual(expected);
  });

  test('with it, sockets and event streams share an execution', async () => {
    const { publish, source } = createSource();
    const { subscribe, stream, counts } = await startLiveTransports(source, SHARED_FIELD);
    const [socket, streamed] = [await subscribe('ana'), await stream('bia')];
    publish('a');
    await expect.poll(() => streamed.events).toEqual([{ event: 'next', data: { data: { events: 'a' } } }]);
    await expect.poll(() => socket.messages).toContainEqual(next('a'));
    expect(counts).toEqual({ begun: 1, executed: 1 });
  });

  test('without it, an execution knows its viewer', async () => {
    const { publish, source } = createSource();
    const { subscribe } = await startLiveTransports(source, {});
    publish(async (context: GraphQLContext) => (await context.viewer())?.username);
    expect(await (await subscribe('ana')).take()).toEqual(next('ana'));
    expect(await (await subscribe('bia')).take()).toEqual(next('bia'));
  });

  test('with it, a field that asks for the viewer fails for all, and says so in the log', async () => {
    const { publish, source } = createSource();
    const { subscribe, reported } = await startLiveTransports(source, SHARED_FIELD);
    publish(async (context: GraphQLContext) => (await context.viewer())?.username);
    const { payload } = await (await subscribe('ana')).take();
    expect(payload).toMatchObject({ data: { events: null }, errors: [{ extensions: { id: 'failure 1' } }] });
    expect(JSON.stringify(payload)).not.toContain('ana');
    expect(String(reported[0])).toContain('viewer.username');
  });

  test('with it, a field may still ask for rights', async () => {
    const { publish, source } = createSource();
    const { subscribe } = await startLiveTransports(source, SHARED_FIELD);
    publish(async (context: GraphQLContext) => `${(await context.viewer())?.isStaff}`);
    expect(await (await subscribe('staff')).take()).toEqual(next('true'));
    expect(await (await subscribe('ana')).take()).toEqual(next('false'));
  });
});

describe('the end of a shared source', () => {
  test('completes every subscription, after what it said last', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { subscribe } = await startLiveTransports(async function* () {
      yield 'first';
      await promise;
      yield 'last';
    }, SHARED_FIELD);
    const two = [await subscribe('ana'), await subscribe('bia')];
    for (const subscriber of two) await subscriber.take();
    resolve();
    for (const subscriber of two) {
      expect(await subscriber.take()).toEqual(next('last'));
      expect(await subscriber.take()).toEqual({ id: '1', type: 'complete' });
    }
  });

  test('completes a subscription that was slow with the last value, not with an older one', async () => {
    const last = 2000;
    const { promise, resolve } = Promise.withResolvers<void>();
    const { subscribe } = await startLiveTransports(async function* () {
      yield 'first';
      await promise;
      for (let count = 1; count <= last; count += 1) {
        yield `${count}`;
        await new Promise((done) => setImmediate(done));
      }
    }, SHARED_FIELD);
    const ana = await subscribe('ana');
    await ana.take();
    const [id, alias] = ['2', 'x'.repeat(9000)];
    ana.subscribe(id, { query: `subscription { ${alias}: events }` });
    await ana.take();
    ana.send({ id: '1', type: 'complete' });
    ana.socket.pause();
    resolve();
    const bia = await subscribe('bia');
    await expect.poll(() => bia.messages.at(-1)?.type).toBe('complete');
    ana.socket.resume();
    await expect.poll(() => ana.messages.at(-1)).toEqual({ id, type: 'complete' });
    expect(ana.messages.at(-2)).toEqual({ id, type: 'next', payload: { data: { [alias]: `${last}` } } });
    expect(ana.messages.length).toBeLessThan(last);
  });

  test('comes also when the last subscriber leaves before it has begun', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let ended = 0;
    const { subscribe, counts } = await startLiveTransports(async () => {
      await promise;
      const never: AsyncIterableIterator<unknown, undefined> = {
        next: () => new Promise(() => {}),
        return: async () => {
          ended += 1;
          return { value: undefined, done: true };
        },
        [Symbol.asyncIterator]: () => never,
      };
      return never;
    }, SHARED_FIELD);
    const ana = await subscribe('ana');
    await ana.settle();
    expect(counts.begun).toBe(1);
    ana.send({ id: '1', type: 'complete' });
    await ana.settle();
    resolve();
    await expect.poll(() => ended).toBe(1);
  });

  test('by a failure is an error for every subscription, reported once, and the next one begins anew', async () => {
    const { promise, reject } = Promise.withResolvers<void>();
    const { subscribe, counts, reported } = await startLiveTransports(async function* () {
      yield 'first';
      await promise;
    }, SHARED_FIELD);
    const two = [await subscribe('ana'), await subscribe('bia')];
    for (const subscriber of two) await subscriber.take();
    reject(new Error('the source is dry'));
    for (const subscriber of two) {
      const { type, payload } = await subscriber.take();
      expect({ type, payload }).toMatchObject({ type: 'error', payload: [{ extensions: { id: 'failure 1' } }] });
    }
    expect(reported).toHaveLength(1);
    await (await subscribe('eva')).take();
    expect(counts.begun).toBe(2);
  });

  test('before it has begun is an error, too', async () => {
    const { subscribe, reported } = await startLiveTransports(() => {
      throw new Error('no source');
    }, SHARED_FIELD);
    const ana = await subscribe('ana');
    expect(await ana.take()).toMatchObject({
      type: 'next',
      payload: { errors: [{ extensions: { id: 'failure 1' } }] },
    });
    expect(await ana.take()).toEqual({ id: '1', type: 'complete' });
    expect(reported).toHaveLength(1);
  });
});

describe('a subscriber who does not read', () => {
  test('is dropped at the next look when answers on top of the samples come to more than 1 MiB', async () => {
    const { publish, source } = createSource();
    const { live, server, subscribe } = await startLiveTransports(source, SHARED_FIELD);
    publish('first');
    const ana = await subscribe('ana');
    const query = 'subscription { events }';
    for (let count = 0; count < 8; count += 1) ana.subscribe(`${count}`.padEnd(20_000, 'x'), { query });
    ana.socket.pause();
    for (let count = 0; count < 1000; count += 1) {
      publish(`${count}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const connections = () =>
      new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));
    // Samples are now waiting, 160 kB of them. The last of these answers exceeds the limit, and no message follows it.
    for (let count = 0; count < 15; count += 1) ana.subscribe(`${count}`.padEnd(61_500, 'q'), { query: '{ a }' });
    const connectionsAfterReview = () => {
      live.closeEnded();
      return connections();
    };
    await expect.poll(connectionsAfterReview).toBe(0);
  });
});

describe('the context of a shared execution', () => {
  test('tells rights and language, and nothing else about anybody', async () => {
    const context = sharedContext({ role: 'STAFF', ...ALL_MACHINES, language: 'en', scopes: undefined });
    const viewer = await context.viewer();
    expect([viewer?.isStaff, context.language, context.transport]).toEqual([true, 'en', 'graphql']);
    expect(() => context.address).toThrow('address');
    expect(viewer?.lacksSecondFactor).toBe(false);
    const rights = ['role', 'isStaff', 'machines', 'machineTags', 'scopes', 'lacksSecondFactor'];
    for (const name of Object.keys(viewerNamed('ana')).filter((name) => !rights.includes(name))) {
      expect(() => viewer?.[name as keyof Viewer]).toThrow(`viewer.${name}`);
    }
    expect(() => ({ ...viewer })).toThrow();
  });
});
