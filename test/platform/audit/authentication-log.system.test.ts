import { describe, expect, test } from 'vitest';
import { AuthenticationLog, type LoggedEvent } from '../../../src/platform/audit/authentication-log.js';
import { BEHIND_PROXY, lock, loginMethods, tryRight } from '../../support/accounts/login-methods.js';
import { startService } from '../../support/processes/running-service.js';
import { createTestApp, PASSWORD } from '../../support/test-app.js';

const REFRESH = '/accounts/api/v1/token/refresh/';

interface Line {
  readonly event: string;
  readonly result: string;
  readonly user?: string;
  readonly address?: string;
  readonly repeated?: number;
}

function linesOf(lines: readonly string[]): Line[] {
  return lines
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ message }) => message === 'Authentication');
}

function eventsIn(lines: readonly Line[]): number {
  return lines.reduce((sum, { repeated = 1 }) => sum + repeated, 0);
}

describe('the log of a service that gets the same request again and again (promises 30, 43)', () => {
  test('has a line for each of the first five, then one for each ten seconds that says how many more', async () => {
    const app = await createTestApp();
    await lock(app, 'ana');
    for (let count = 0; count < 5; count += 1) await tryRight(app, 'ana');
    // Each of the five failures has a line (the last one locks), and so does each of the five attempts during the lock.
    const before = linesOf(app.lines);
    expect(before.map(({ result }) => result)).toEqual([...Array(4).fill('failure'), ...Array(5).fill('locked_out')]);
    for (let count = 0; count < 20; count += 1) await tryRight(app, 'ana');
    expect(linesOf(app.lines)).toHaveLength(before.length);
    await app.advance({ seconds: 10 });
    const { repeated, ...sum } = linesOf(app.lines).at(-1) as Line;
    expect([sum, repeated]).toEqual([{ ...before.at(-1), time: expect.any(String) }, 21]);
    await tryRight(app, 'ana');
    await app.advance({ seconds: 10 });
    expect(linesOf(app.lines).at(-1)).toMatchObject({ repeated: 1 });
    expect(eventsIn(linesOf(app.lines))).toBe(4 + 27);
    // After a window without events, the next event gets a line immediately.
    await app.advance({ seconds: 10 });
    await tryRight(app, 'ana');
    expect(linesOf(app.lines).at(-1)).toEqual({ ...before.at(-1), time: expect.any(String) });
  });

  test('has every login of many names, addresses and login methods', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    for (const username of ['ana', 'bia']) await app.createUser(username);
    for (let count = 0; count < 5; count += 1) {
      for (const username of ['ana', 'bia']) {
        for (const from of ['192.0.2.1', '192.0.2.2']) {
          await loginMethods['token issue']?.(app, { username, from, password: PASSWORD });
          await loginMethods['GraphQL login']?.(app, { username, from, password: PASSWORD });
        }
      }
    }
    const lines = linesOf(app.lines);
    expect([lines.length, lines.filter(({ repeated }) => repeated !== undefined)]).toEqual([40, []]);
  });

  test('grows by hundreds of lines and no more, however many addresses and names are made up', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const garbage = (host: number) => {
      const headers = { 'x-forwarded-for': `2001:db8::${host.toString(16)}` };
      return app.browser(headers).post(REFRESH, { refresh: 'garbage' });
    };
    for (let host = 0; host < 520; host += 1) await garbage(host);
    expect(linesOf(app.lines)).toHaveLength(500);
    await app.advance({ seconds: 10 });
    const lines = linesOf(app.lines);
    expect(lines).toHaveLength(501);
    expect(lines.at(-1)).toMatchObject({ event: 'token_refresh', result: 'failure', door: 'token', repeated: 20 });
    expect(lines.at(-1)).not.toHaveProperty('address');
    // The next window has capacity again.
    await garbage(999);
    expect(linesOf(app.lines).at(-1)).toMatchObject({ address: '2001:db8::3e7' });
  });

  test('is complete when the service has been ended', async () => {
    const { baseUrl, lines, process: child, ended } = await startService();
    const attempt = () =>
      fetch(`${baseUrl}${REFRESH}`, { method: 'POST', body: new URLSearchParams({ refresh: 'garbage' }) });
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 20 }, attempt));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    const written = linesOf(lines);
    expect(eventsIn(written)).toBe(400);
    expect(written.length).toBeLessThan(30);
  });
});

function logInMemory() {
  const written: Line[] = [];
  const log = new AuthenticationLog({ log: (_level, _message, fields = {}) => void written.push(fields as never) });
  return { written, log };
}

describe('the sums of failures (promise 43)', () => {
  const failure = (host: number): LoggedEvent => ({
    event: 'token_refresh',
    result: 'failure',
    origin: { method: 'token', address: `2001:db8::${host.toString(16)}` },
    username: '',
  });

  test('are no more in each window, however many addresses go on', () => {
    const { written, log } = logInMemory();
    const growth: number[] = [];
    let events = 0;
    const fail = (host: number) => {
      log.write(failure(host));
      events += 1;
    };
    for (let hosts = 0; hosts < 8 * 480; hosts += 480) {
      const before = written.length;
      // First logs each new address, then all addresses again, so that nearly all of them get a line first and are
      // counted later.
      for (let count = 0; count < 2 * 480; count += 1) fail(hosts + (count % 480));
      for (let host = 0; host < hosts; host += 1) fail(host);
      log.sumUp();
      growth.push(written.length - before);
      expect(eventsIn(written)).toBe(events);
    }
    // At first there are fewer addresses than sums allowed; later each round has 500 immediate lines, 500 sums and one
    // for the rest.
    expect(growth).toEqual([960, ...Array(7).fill(1001)]);
  });

  test('are five hundred of the heaviest; one more adds the lightest to a line without name and address', () => {
    const { written, log } = logInMemory();
    const failOf = (hosts: number) => {
      for (let host = 0; host < hosts; host += 1) log.write(failure(host));
    };
    failOf(500);
    failOf(500);
    log.sumUp();
    expect(written).toHaveLength(1000);
    expect(written.filter(({ address }) => address === undefined)).toEqual([]);
    // The same addresses are each counted twice, and a new one is counted once.
    log.write(failure(500));
    failOf(500);
    failOf(500);
    failOf(501);
    log.sumUp();
    expect(written).toHaveLength(1000 + 500 + 501);
    expect(written.at(-1)).toEqual({ event: 'token_refresh', result: 'failure', door: 'token', repeated: 1 });
    expect(eventsIn(written)).toBe(1000 + 1002 + 500);
    // Addresses that were forgotten get their own line again.
    log.write(failure(500));
    expect(written.at(-1)).toMatchObject({ address: '2001:db8::1f4' });
  });

  test('leave out nothing that staff do', () => {
    const { written, log } = logInMemory();
    const by = { username: 'chefe', userId: 1 };
    for (let count = 0; count < 1200; count += 1) {
      const { origin, ...event } = failure(count);
      log.write({ ...event, origin: { ...origin, by } });
    }
    expect(written).toHaveLength(1200);
    log.sumUp();
    expect(written).toHaveLength(1200);
  });
});

describe('the memory that the log takes', () => {
  test('has a bound: events of more kinds than are counted separately are one line at the end of the window', () => {
    const { written, log } = logInMemory();
    const origin = { method: 'form', address: '192.0.2.1' } as const;
    const events = Array.from({ length: 10_002 }, (_, userId) => ({
      event: 'second_factor_challenge',
      result: 'success',
      origin,
      username: 'ana',
      userId,
    }));
    for (const event of events) log.write(event);
    expect(written).toHaveLength(10_000);
    log.sumUp();
    expect(written).toHaveLength(10_001);
    expect(written.at(-1)).toEqual({
      event: 'second_factor_challenge',
      result: 'success',
      door: 'form',
      repeated: 2,
    });
  });
});
