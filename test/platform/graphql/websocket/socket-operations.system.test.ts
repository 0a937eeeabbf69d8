import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../../../support/browser/browser-flows.js';
import { RawSubscriber } from '../../../support/http/raw-subscriber.js';
import { sharedService, type startService } from '../../../support/processes/running-service.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const METRICS = 'subscription { metrics { cpuPercent } }';
/** A query whose answer the test releases. */
const FINDINGS = '{ findings { text } }';

async function subscriberAs(app: TestApp, username = 'ana'): Promise<RawSubscriber> {
  return RawSubscriber.open(app.baseUrl, `Bearer ${(await app.scriptAs(username)).access}`);
}

/** Pauses the answers to {@link FINDINGS} and counts the requests for them. */
function pauseFindings(app: TestApp) {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const paused = { calls: 0, release: () => resolve([]) };
  app.services.findings.latest = () => {
    paused.calls += 1;
    return promise;
  };
  return paused;
}

const rejected = { type: 'error', payload: [{ extensions: { code: 'BAD_USER_INPUT' } }] };

describe('operations of a connection (promise 23)', () => {
  test('count as long as they run, also when the client has completed them: ten run, one more is rejected', async () => {
    const app = await createTestApp();
    const findings = pauseFindings(app);
    const ana = await subscriberAs(app);
    for (let n = 1; n <= 10; n += 1) ana.subscribe(`${n}`, { query: FINDINGS });
    await expect.poll(() => findings.calls).toBe(10);
    for (let n = 1; n <= 10; n += 1) ana.send({ id: `${n}`, type: 'complete' });
    ana.subscribe('11', { query: FINDINGS });
    expect(await takeOperation(ana)).toMatchObject({ ...rejected, id: '11' });
    findings.release();
    // Operations that have ended free their capacity; completed operations send nothing more.
    await expect
      .poll(async () => {
        ana.subscribe('again', { query: FINDINGS });
        return (await takeOperation(ana)).type;
      })
      .toBe('next');
    expect(ana.messages.filter(({ id }) => Number(id) <= 10)).toEqual([]);
  });

  test('four hundred that are completed at once are carried out ten times at most', async () => {
    const app = await createTestApp();
    const findings = pauseFindings(app);
    const ana = await subscriberAs(app);
    for (let n = 1; n <= 400; n += 1) {
      ana.subscribe(`${n}`, { query: FINDINGS });
      ana.send({ id: `${n}`, type: 'complete' });
    }
    await ana.settle();
    expect(findings.calls).toBeLessThanOrEqual(10);
    findings.release();
  });

  test('are shown to staff as long as they run', async () => {
    const app = await createTestApp();
    const findings = pauseFindings(app);
    const [ana, staff] = [await subscriberAs(app), await app.loginAs('eva', { isStaff: true })];
    ana.subscribe('one', { query: FINDINGS });
    await expect.poll(() => findings.calls).toBe(1);
    ana.send({ id: 'one', type: 'complete' });
    await ana.settle();
    const answer = await staff.graphql('{ openSockets { nodes { subscriptions } } }');
    expect(answer.json()).toEqual({ data: { openSockets: { nodes: [{ subscriptions: 1 }] } } });
    findings.release();
  });

  test('a second one under the id of one that is under way closes with 4409, however long the id', async () => {
    const app = await createTestApp();
    for (const id of ['one', 'ç'.repeat(128)]) {
      const ana = await subscriberAs(app);
      ana.subscribe(id, { query: METRICS });
      ana.subscribe(id, { query: METRICS });
      const [code] = await once(ana.socket, 'close');
      expect(code).toBe(4409);
    }
    expect(app.lines.filter((line) => line.includes('"error"'))).toEqual([]);
  });
});

describe('an id that is used again at once', () => {
  test.each([1, 2, 5])('%i times gives the last subscription all its events', async (rounds) => {
    const app = await createTestApp();
    const ana = await subscriberAs(app);
    for (let round = 0; round < rounds; round += 1) {
      ana.subscribe('one', { query: METRICS });
      ana.send({ id: 'one', type: 'complete' });
    }
    ana.subscribe('one', { query: METRICS });
    for (let count = 0; count < 3; count += 1) {
      expect(await ana.take()).toMatchObject({ id: 'one', type: 'next', payload: { data: {} } });
      await app.advance({ seconds: 5 });
    }
  });

  test('gives a subscription nothing of the query that had it before, and its events when that has ended', async () => {
    const app = await createTestApp();
    const findings = pauseFindings(app);
    const ana = await subscriberAs(app);
    ana.subscribe('one', { query: FINDINGS });
    await expect.poll(() => findings.calls).toBe(1);
    ana.send({ id: 'one', type: 'complete' });
    ana.subscribe('one', { query: METRICS });
    await ana.settle();
    findings.release();
    for (let count = 0; count < 3; count += 1) {
      const { id, type, payload } = await takeOperation(ana);
      expect([id, type, payload]).toEqual(['one', 'next', { data: { metrics: { cpuPercent: expect.any(Number) } } }]);
      await app.advance({ seconds: 5 });
    }
  });

  test('and is completed again before its turn, is not carried out', async () => {
    const app = await createTestApp();
    const findings = pauseFindings(app);
    const ana = await subscriberAs(app);
    ana.subscribe('one', { query: FINDINGS });
    await expect.poll(() => findings.calls).toBe(1);
    ana.send({ id: 'one', type: 'complete' });
    ana.subscribe('one', { query: FINDINGS });
    ana.send({ id: 'one', type: 'complete' });
    await ana.settle();
    findings.release();
    ana.subscribe('last', { query: '{ me { username } }' });
    expect(await takeOperation(ana)).toMatchObject({ id: 'last', type: 'next' });
    expect(findings.calls).toBe(1);
  });
});

/** Returns the next message about an operation. */
async function takeOperation(subscriber: RawSubscriber) {
  for (;;) {
    const message = await subscriber.take();
    if (message.type !== 'pong') return message;
  }
}

describe('the id of an operation', () => {
  test('of 128 characters comes back in every answer', async () => {
    const app = await createTestApp();
    const ana = await subscriberAs(app);
    const id = 'é'.repeat(128);
    ana.subscribe(id, { query: '{ me { username } }' });
    expect(await ana.take()).toMatchObject({ id, type: 'next' });
  });

  test.each(['subscribe', 'complete'])('of 129 closes with 4400 (%s)', async (type) => {
    const app = await createTestApp();
    const ana = await subscriberAs(app);
    ana.send({ id: 'x'.repeat(129), type, payload: { query: '{ me { username } }' } });
    const [code, reason] = await once(ana.socket, 'close');
    expect([code, String(reason)]).toEqual([4400, 'The id is longer than 128 characters']);
    expect(ana.messages).toEqual([]);
  });
});

/** An operation that takes about ten milliseconds and has a short answer. */
const EXPENSIVE = {
  query: `query ($e: String!) { ${[1, 2, 3, 4, 5].map((n) => `t${n}: truthTable(expression: $e) { expression }`).join(' ')} }`,
  variables: { e: ['A', 'B', 'C', 'D', 'F', 'G'].map((name) => `${'!'.repeat(29)}${name}`).join('^') },
};

/** Makes {@link FINDINGS} take longer than a time slice and counts the requests for them. */
function prolongFindings(app: TestApp) {
  const counter = { calls: 0 };
  app.services.findings.latest = async () => {
    counter.calls += 1;
    const end = performance.now() + 15;
    while (performance.now() < end);
    return [];
  };
  return counter;
}

describe('expensive operations (promise 19)', () => {
  const service = sharedService();

  test('of a client that has gone are not carried out, over WebSocket', async () => {
    const app = await createTestApp();
    const findings = prolongFindings(app);
    const [ana, bia] = [await subscriberAs(app), await subscriberAs(app, 'bia')];
    for (let n = 0; n < 10; n += 1) ana.subscribe(`${n}`, { query: FINDINGS });
    await expect.poll(() => findings.calls, { interval: 1 }).toBeGreaterThan(0);
    ana.socket.terminate();
    bia.subscribe('last', { query: FINDINGS });
    await bia.take();
    expect(findings.calls).toBeLessThan(8);
  });

  test('of clients that have gone are not carried out, over HTTP', async () => {
    const app = await createTestApp();
    const findings = prolongFindings(app);
    const { access } = await app.scriptAs();
    const body = JSON.stringify({ query: FINDINGS });
    const head = `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json`;
    const sockets = Array.from({ length: 20 }, () => connect(app.port, '127.0.0.1'));
    for (const socket of sockets) socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    await expect.poll(() => findings.calls, { interval: 1 }).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
    expect((await (await app.scriptAs('bia')).graphql(FINDINGS)).status).toBe(200);
    expect(findings.calls).toBeLessThan(15);
  });

  test('of many sockets and requests let others in between: a health check is among the first to be answered', async () => {
    const { baseUrl } = await service();
    const access = await signedIn(await service());
    const answered: string[] = [];
    const sockets = [];
    for (let count = 0; count < 5; count += 1) {
      const subscriber = await RawSubscriber.open(baseUrl, `Bearer ${access}`);
      subscriber.socket.on('message', (data) => {
        if (String(data).includes('"next"')) answered.push('socket');
      });
      sockets.push(subscriber);
    }
    const ask = async (name: string, path: string, options: RequestInit = {}) => {
      const { status } = await fetch(`${baseUrl}${path}`, options);
      answered.push(name);
      return status;
    };
    const post = {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify(EXPENSIVE),
    };
    for (const subscriber of sockets) for (let n = 0; n < 10; n += 1) subscriber.subscribe(`${n}`, EXPENSIVE);
    // Each request has its own connection.
    const posts = Array.from({ length: 100 }, () => ask('post', '/graphql', post));
    expect(await ask('health', '/healthz')).toBe(200);
    expect(await Promise.all(posts)).toEqual(Array(100).fill(200));
    await expect.poll(() => answered.length).toBe(151);
    expect(answered.indexOf('health')).toBeLessThan(75);
  });
});

async function signedIn({ baseUrl }: Awaited<ReturnType<typeof startService>>): Promise<string> {
  const { username, firstName, email, password } = newPerson();
  const ask = async (query: string) => {
    const response = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return response.json() as Promise<{ data: { login: { access: string } } }>;
  };
  await ask(
    `mutation { register(input: { username: "${username}", firstName: "${firstName}", email: "${email}", password1: "${password}", password2: "${password}" }) { username } }`,
  );
  return (await ask(`mutation { login(username: "${username}", password: "${password}") { access } }`)).data.login
    .access;
}
