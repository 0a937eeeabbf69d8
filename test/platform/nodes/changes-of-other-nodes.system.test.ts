import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { PRUNING } from '../../../src/platform/nodes/node-events.js';
import { openNodeEvents } from '../../../src/platform/nodes/open-node-events.js';
import { dataOf } from '../../support/administration.js';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { newDatabaseUrl, nodesCanRun } from '../../support/processes/nodes.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const TERMS = 'subscription { termsChanged { version } }';
const EVENTS = 'subscription { securityEvents { event username } }';
const CREATE = 'mutation ($content: String!) { createTermsVersion(content: $content) { version } }';

/**
 * Starts two nodes in one process, with stopped clocks. The second receives the first node's messages through a network
 * that the test can break.
 */
async function startTwo() {
  const url = await newDatabaseUrl();
  const location = { kind: 'postgresql', url } as const;
  const proxy = await startDatabaseProxy();
  const events = await openNodeEvents({
    location: { kind: 'postgresql', url: proxy.through(url) },
    nodeId: randomUUID(),
    logger: { log: () => {} },
  });
  onTestFinished(() => events.stop());
  const clock = () => new FakeClock(new Date());
  const a = await createTestApp({ database: await openTestDatabase(location), clock: clock() });
  const b = await createTestApp({ database: await openTestDatabase(location), clock: clock(), events });
  return { a, b, proxy };
}

async function connect(app: TestApp, username: string): Promise<RawSubscriber> {
  const { access } = await app.scriptAs(username, { isStaff: true });
  return RawSubscriber.open(app.baseUrl, `Bearer ${access}`);
}

const payloads = ({ messages }: RawSubscriber) => messages.map(({ payload }) => payload).filter(Boolean);

describe.runIf(nodesCanRun)('what other nodes change (contract 13)', () => {
  test('terms that are shown at one node are pushed by the other, at once', async () => {
    const { a, b } = await startTwo();
    const [staff, watcher] = [await a.loginAs('chefe', { isStaff: true }), await connect(b, 'eva')];
    watcher.subscribe('1', { query: TERMS });
    await watcher.take();
    await dataOf(staff, CREATE, { content: 'One' });
    expect((await watcher.take()).payload).toEqual({ data: { termsChanged: { version: '1' } } });
  });

  test('while a node heard nothing is looked up when it hears again: sockets, terms and events', async () => {
    const { a, b, proxy } = await startTwo();
    const [watcher, ended] = [await connect(b, 'eva'), await connect(b, 'bia')];
    watcher.subscribe('1', { query: TERMS });
    watcher.subscribe('2', { query: EVENTS });
    await watcher.take();
    await watcher.settle();
    const staff = await a.loginAs('chefe', { isStaff: true });
    const event = (name: string, username: string) => ({ data: { securityEvents: { event: name, username } } });
    const heard = [{ data: { termsChanged: null } }, event('LOGIN', 'chefe')];
    await expect.poll(() => payloads(watcher)).toEqual(heard);
    proxy.hang();
    await expect.poll(() => b.events.isConnected).toBe(false);
    await dataOf(staff, CREATE, { content: 'One' });
    await dataOf(staff, 'mutation { endUserSessions(username: "bia") { username } }');
    await a.database.em.fork().nativeUpdate(User, { usernameKey: 'bia' }, { firstName: 'Bia' });
    // Timers cannot have noticed, since the clock is stopped.
    expect(payloads(watcher)).toEqual(heard);
    expect(ended.socket.readyState).toBe(ended.socket.OPEN);
    await proxy.heal();
    expect((await once(ended.socket, 'close'))[0]).toBe(4403);
    await expect
      .poll(() => payloads(watcher))
      .toEqual(
        expect.arrayContaining([
          { data: { termsChanged: { version: '1' } } },
          event('TERMS_CREATE', ''),
          event('SESSIONS_END', 'bia'),
        ]),
      );
  });

  test('what counts no more is removed by one node alone, and by another when that one is gone', async () => {
    const { a, b } = await startTwo();
    const pruned: string[] = [];
    for (const [name, { services }] of Object.entries({ a, b })) {
      services.sessions.prune = async () => void pruned.push(`${name} sessions`);
      services.lockout.prune = async () => void pruned.push(`${name} attempts`);
    }
    await a.sleep({ minutes: 60 });
    await expect.poll(() => pruned).toContain('a sessions');
    const tryLock = vi.spyOn(b.events, 'tryLock');
    const answers = async () => {
      await b.sleep({ minutes: 60 });
      const { calls, settledResults } = tryLock.mock;
      return calls.filter(([name], call) => name === PRUNING && settledResults[call]?.type === 'fulfilled').length;
    };
    // Both of the node's jobs have tried to take the lock, twice each.
    await expect.poll(answers).toBeGreaterThanOrEqual(4);
    expect(pruned.filter((by) => by.startsWith('b'))).toEqual([]);
    await a.close();
    await expect
      .poll(async () => {
        await b.sleep({ minutes: 60 });
        return pruned;
      })
      .toEqual(expect.arrayContaining(['b sessions', 'b attempts']));
  });
});
