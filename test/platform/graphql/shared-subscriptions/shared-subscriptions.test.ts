import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { type ClientOptions, WebSocket } from 'ws';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { SAMPLE_TOPIC, type Sample } from '../../../../src/features/monitoring/sampler.js';
import { LONG_ANSWER } from '../../../support/http/long-answer.js';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const QUERY = 'subscription { metrics { cpuPercent sampledAt } }';

/** Counts executions, each of which listens to the topic exactly once, from start to end. */
function watchExecutions({ services: { pubSub } }: TestApp) {
  const seen = { begun: 0, open: 0 };
  const subscribe = pubSub.subscribe.bind(pubSub);
  pubSub.subscribe = (topic, id) => {
    const stream = subscribe(topic, id) as AsyncIterableIterator<unknown>;
    if (topic !== SAMPLE_TOPIC) return stream;
    seen.begun += 1;
    seen.open += 1;
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => stream.next(),
        return: async () => {
          seen.open -= 1;
          return stream.return?.() as Promise<IteratorResult<unknown>>;
        },
      }),
    };
  };
  return seen;
}

/** Publishes a sample; `onRead` is called whenever an execution reads its CPU value. */
function publish(app: TestApp, cpuPercent: number, onRead: () => void = () => {}): void {
  const sample: Sample = {
    ...app.services.sampler.latest,
    get cpuPercent() {
      onRead();
      return cpuPercent;
    },
  };
  app.services.pubSub.publish(SAMPLE_TOPIC, sample);
}

async function subscriberAs(app: TestApp, username: string, options?: ClientOptions): Promise<RawSubscriber> {
  return RawSubscriber.open(app.baseUrl, `Bearer ${(await app.scriptAs(username)).access}`, options);
}

/** Starts two subscribers, ana and bia, and waits for their first sample. */
async function startTwo(app: TestApp, payload: object = { query: QUERY }) {
  const two = [await subscriberAs(app, 'ana'), await subscriberAs(app, 'bia')] as const;
  for (const subscriber of two) {
    subscriber.subscribe('one', payload);
    await subscriber.take();
  }
  return two;
}

function percentOf({ payload }: { payload?: unknown }): number {
  return (payload as { data: { metrics: { cpuPercent: number } } }).data.metrics.cpuPercent;
}

describe('a subscription that depends on rights only (promise 24)', () => {
  test('is executed once for all subscribers that ask for the same, and each result once', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const [ana, bia] = await startTwo(app);
    let reads = 0;
    publish(app, 50, () => {
      reads += 1;
    });
    expect(percentOf(await ana.take())).toBe(50);
    expect(percentOf(await bia.take())).toBe(50);
    expect(reads).toBe(1);
    expect(executions.begun).toBe(1);
  });

  const withVariable =
    'subscription ($a: Boolean!, $b: Boolean = true) { metrics { cpuPercent @include(if: $a) sampledAt @skip(if: $b) } }';
  const twoOperations = 'subscription A { metrics { cpuPercent } } subscription B { metrics { cpuPercent } }';

  test.each([
    [
      'the same variables in another order',
      1,
      { query: withVariable, variables: { a: true, b: false } },
      { query: withVariable, variables: { b: false, a: true } },
    ],
    [
      'other variables',
      2,
      { query: withVariable, variables: { a: true } },
      { query: withVariable, variables: { a: false } },
    ],
    [
      'the same of two operations',
      1,
      { query: twoOperations, operationName: 'A' },
      { query: twoOperations, operationName: 'A' },
    ],
    [
      'another operation',
      2,
      { query: twoOperations, operationName: 'A' },
      { query: twoOperations, operationName: 'B' },
    ],
    ['another text', 2, { query: QUERY }, { query: `${QUERY} ` }],
    ['no variables instead of null', 1, { query: QUERY }, { query: QUERY, variables: null, operationName: null }],
  ])('with %s has %i execution(s)', async (_name, count, first, second) => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const [ana, bia] = [await subscriberAs(app, 'ana'), await subscriberAs(app, 'bia')];
    ana.subscribe('one', first);
    bia.subscribe('one', second);
    const answers = [await ana.take(), await bia.take()];
    for (const { payload } of answers) expect(payload).toHaveProperty('data.metrics');
    expect(executions.begun).toBe(count);
  });

  test('is not shared between staff and others, nor between languages', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    await app.createUser('eva', { isStaff: true });
    const portuguese = { headers: { 'accept-language': 'pt' } };
    for (const [username, options, count] of [
      ['ana', {}, 1],
      ['bia', {}, 1],
      ['eva', {}, 2],
      ['ana', portuguese, 3],
      ['bia', portuguese, 3],
      ['eva', portuguese, 4],
    ] as const) {
      const subscriber = await subscriberAs(app, username, options);
      subscriber.subscribe('one', { query: QUERY });
      await subscriber.take();
      expect(executions.begun).toBe(count);
    }
  });

  test('may be written with aliases and fragments', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const query = `
      subscription { ...Root }
      fragment Root on Subscription { ... on Subscription { now: metrics { ...Part } } }
      fragment Part on Metrics { cpu: cpuPercent }`;
    const [ana, bia] = await startTwo(app, { query });
    publish(app, 50);
    for (const subscriber of [ana, bia]) {
      expect(await subscriber.take()).toEqual({ id: 'one', type: 'next', payload: { data: { now: { cpu: 50 } } } });
    }
    expect(executions.begun).toBe(1);
  });

  test('with variables nested as deep as may be is answered, and nested deeper rejected, which ends nothing', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app, 'ana');
    const ask = (id: string, depth: number) => {
      const variables = `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      ana.socket.send(`{"id":"${id}","type":"subscribe","payload":{"query":"${QUERY}","variables":${variables}}}`);
    };
    for (const [id, depth] of [
      ['deeper', 251],
      ['deepest', 20_000],
    ] as const) {
      ask(id, depth);
      expect(await ana.take()).toMatchObject({
        id,
        type: 'error',
        payload: [{ extensions: { code: 'BAD_USER_INPUT' } }],
      });
    }
    ask('deep', 250);
    expect(await ana.take()).toMatchObject({ id: 'deep', type: 'next', payload: { data: {} } });
  });
});

describe('what a subscriber gets (contract 4)', () => {
  test('the newest sample at once, also when others have it already, and then each once', async () => {
    const app = await createTestApp();
    const [ana] = await startTwo(app);
    let reads = 0;
    publish(app, 50, () => {
      reads += 1;
    });
    await ana.take();
    const eva = await subscriberAs(app, 'eva');
    eva.subscribe('late', { query: QUERY });
    expect(percentOf(await eva.take())).toBe(50);
    for (const percent of [60, 70]) {
      publish(app, percent);
      expect(percentOf(await ana.take())).toBe(percent);
    }
    await eva.settle();
    const samples = eva.messages.filter(({ type }) => type === 'next');
    expect(samples.map(percentOf)).toEqual([50, 60, 70]);
    expect(reads).toBe(1);
  });

  test('messages with the id that it chose, whatever that is', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app, 'ana');
    const ids = ['1', 'quote " and \\', 'ção 🦉', 'x'.repeat(128)];
    for (const id of ids) ana.subscribe(id, { query: QUERY });
    for (const id of ids) expect((await ana.take()).id).toBe(id);
    publish(app, 50);
    for (const id of ids) {
      const metrics = { cpuPercent: 50, sampledAt: app.services.sampler.latest.sampledAt };
      expect(await ana.take()).toEqual({ id, type: 'next', payload: { data: { metrics } } });
    }
    ana.subscribe('1', { query: QUERY });
    const [code] = await once(ana.socket, 'close');
    expect(code).toBe(4409);
  });

  test('failures under one id, masked, and then further samples', async () => {
    const app = await createTestApp();
    const [ana, bia] = await startTwo(app);
    publish(app, 50, () => {
      throw new Error('the secret of the inside');
    });
    const [first, second] = [await ana.take(), await bia.take()];
    expect(first.payload).toMatchObject({ errors: [{ extensions: { code: 'INTERNAL_SERVER_ERROR' } }] });
    expect(second).toEqual(first);
    expect(JSON.stringify(first)).not.toContain('secret');
    const logged = app.lines.filter((line) => line.includes('the secret of the inside'));
    expect(logged).toHaveLength(1);
    const [error] = (first.payload as { errors: { extensions: { id: string } }[] }).errors;
    expect(logged[0]).toContain(error?.extensions.id);
    publish(app, 60);
    expect(percentOf(await bia.take())).toBe(60);
  });

  test('what is wrong with its variables, and the end of the operation', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const ana = await subscriberAs(app, 'ana');
    ana.subscribe('one', { query: 'subscription ($a: Boolean!) { metrics { cpuPercent @skip(if: $a) } }' });
    expect(await ana.take()).toMatchObject({
      type: 'next',
      payload: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] },
    });
    expect(await ana.take()).toEqual({ id: 'one', type: 'complete' });
    ana.subscribe('one', { query: QUERY });
    expect(await ana.take()).toMatchObject({ id: 'one', type: 'next', payload: { data: {} } });
    expect(executions.begun).toBe(1);
  });

  test('only the newest after it has been slow, and no older one later', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app, 'ana');
    const alias = 'x'.repeat(9_000);
    ana.subscribe('one', { query: `subscription { metrics { cpuPercent ${alias}: cpuPercent } }` });
    await ana.take();
    ana.socket.pause();
    const last = 2000;
    for (let percent = 1; percent <= last; percent += 1) {
      publish(app, percent);
      await new Promise((resolve) => setImmediate(resolve));
    }
    ana.socket.resume();
    const got: number[] = [];
    while (got.at(-1) !== last) got.push(percentOf(await ana.take()));
    expect(got.length).toBeLessThan(last);
    expect(got).toEqual([...new Set(got)].sort((a, b) => a - b));
  });

  test('its end, with 1013, when more than 1 MiB waits for it', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app, 'ana');
    ana.subscribe('one', { query: QUERY });
    await ana.take();
    ana.socket.pause();
    for (let percent = 1; percent <= 100; percent += 1) {
      publish(app, percent);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Samples waiting to be sent are limited; answers are added on top, nine at a time. The network itself buffers some
    // MB.
    const [connection] = app.services.connections;
    const askMore = () => {
      ana.subscribe(randomUUID(), LONG_ANSWER);
      return connection?.socket.readyState;
    };
    await expect.poll(askMore, { interval: 1 }).toBe(WebSocket.CLOSING);
    ana.socket.resume();
    const [code] = await once(ana.socket, 'close');
    expect(code).toBe(1013);
  });
});

describe('an execution (promise 24)', () => {
  test.each([
    ['completes', (subscriber: RawSubscriber) => subscriber.send({ id: 'one', type: 'complete' })],
    ['closes', (subscriber: RawSubscriber) => subscriber.socket.close()],
    ['breaks off', (subscriber: RawSubscriber) => subscriber.socket.terminate()],
  ])('ends when its last subscriber %s, and not before', async (_name, leave) => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const [ana, bia] = await startTwo(app);
    leave(ana);
    publish(app, 50);
    expect(percentOf(await bia.take())).toBe(50);
    expect(executions).toEqual({ begun: 1, open: 1 });
    leave(bia);
    await expect.poll(() => executions.open).toBe(0);
    const eva = await subscriberAs(app, 'eva');
    eva.subscribe('one', { query: QUERY });
    expect(percentOf(await eva.take())).toBe(50);
    expect(executions).toEqual({ begun: 2, open: 1 });
  });

  test('lets others in between: what has much to do for one sample does not do it all at once', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app, 'ana');
    const subscriptions = [1, 2, 3, 4, 5];
    for (const n of subscriptions) {
      ana.subscribe(`${n}`, { query: `subscription { metrics { a${n}: cpuPercent } }` });
      await ana.take();
    }
    let turnsOfTheLoop = 0;
    const count = () => {
      turnsOfTheLoop += 1;
      loop = setImmediate(count);
    };
    let loop = setImmediate(count);
    const executedIn: number[] = [];
    publish(app, 50, () => {
      executedIn.push(turnsOfTheLoop);
      const end = performance.now() + 20;
      while (performance.now() < end);
    });
    for (const _ of subscriptions) await ana.take();
    clearImmediate(loop);
    expect(new Set(executedIn).size).toBe(subscriptions.length);
  });

  test('goes on without a subscriber whose account has ended, and ends with the last of them', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const [ana, bia] = await startTwo(app);
    const end = async (username: string, { socket }: RawSubscriber) => {
      await app.database.em.fork().nativeUpdate(User, { username }, { isActive: false });
      const closed = once(socket, 'close');
      await app.advance({ seconds: 5 });
      return (await closed)[0];
    };
    expect(await end('ana', ana)).toBe(4403);
    expect(percentOf(await bia.take())).toBe(app.services.sampler.latest.cpuPercent);
    expect(executions.open).toBe(1);
    expect(await end('bia', bia)).toBe(4403);
    await expect.poll(() => executions.open).toBe(0);
  });

  test('ends also when a client completes and asks again under the same id in one breath', async () => {
    const app = await createTestApp();
    const executions = watchExecutions(app);
    const ana = await subscriberAs(app, 'ana');
    ana.subscribe('one', { query: QUERY });
    ana.send({ id: 'one', type: 'complete' });
    ana.subscribe('one', { query: QUERY });
    await ana.take();
    ana.socket.terminate();
    publish(app, 50);
    await expect
      .poll(() => {
        publish(app, 60);
        return executions.open;
      })
      .toBe(0);
  });
});
