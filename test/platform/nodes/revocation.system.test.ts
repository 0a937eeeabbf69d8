import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { hashOfPersonalToken, newPersonalToken } from '../../../src/features/accounts/personal-tokens/token-text.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import type { Viewer } from '../../../src/shared/identity/viewer.js';
import { dataOf } from '../../support/administration.js';
import { startDatabaseProxy } from '../../support/databases/database-proxy.js';
import { openTestDatabase, postgresql } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { Browser } from '../../support/http/browser.js';
import { RawSubscriber } from '../../support/http/raw-subscriber.js';
import { commandLine } from '../../support/processes/command-line.js';
import { newDatabaseUrl, nodesCanRun, sqlOf, startNode, startNodes, tokenOf } from '../../support/processes/nodes.js';
import { createTestApp, PASSWORD, SECRET_KEY } from '../../support/test-app.js';

/** A long interval makes the tests time out if only the timer closes sockets. */
const environment = { METRICS_INTERVAL_MS: '60000' };

type Node = Awaited<ReturnType<typeof startNode>>;

/** Adds accounts `user1`, `user2` … with matching ids; the first is staff. */
async function fill(databaseUrl: string, count: number) {
  const database = await openTestDatabase({ kind: 'postgresql', url: databaseUrl });
  const run = sqlOf(database);
  await run(`insert into users (username, username_key, first_name, email, password, is_staff, date_joined)
    select 'user' || n, 'user' || n, 'Test', 't@example.com', '', n = 1, now() from generate_series(1, ${count}) as n`);
  return { database, run };
}

/** Opens a socket for an account, with a subscription. Also resolves to its close code. */
async function connect(node: Pick<Node, 'baseUrl'>, userId: number) {
  const subscriber = await RawSubscriber.open(node.baseUrl, `Bearer ${tokenOf(userId)}`);
  const closed = once(subscriber.socket, 'close').then(([code]) => code as number);
  subscriber.subscribe('1', { query: 'subscription { metrics { cpuPercent } }' });
  await subscriber.take();
  return { ...subscriber, subscriber, closed };
}

function signInStaff({ baseUrl }: Node): Browser {
  return new Browser(baseUrl, { authorization: `Bearer ${tokenOf(1)}` });
}

describe.runIf(nodesCanRun)('rights that end at one node, and the sockets at another (promises 18, 22, 50)', () => {
  test('are closed at once, whoever ends the rights, wherever and however', async () => {
    const { databaseUrl, nodes } = await startNodes({ environment }, { environment });
    const [a, b] = nodes as [Node, Node];
    const { run } = await fill(databaseUrl, 20);
    const cli = commandLine(a.dataDir, { DATABASE_URL: databaseUrl, SECRET_KEY });
    const byStaff = (node: Node, call: string) => dataOf(signInStaff(node), `mutation { ${call} }`);
    const deeds: [code: number, deed: (username: string, userId: number) => Promise<unknown>][] = [
      [4403, (name) => byStaff(a, `deactivateUser(username: "${name}") { username }`)],
      [4403, (name) => byStaff(b, `deactivateUser(username: "${name}") { username }`)],
      [4403, (name) => byStaff(a, `setUserPassword(username: "${name}", password: "${PASSWORD}") { username }`)],
      [4403, (name) => byStaff(b, `endUserSessions(username: "${name}") { username }`)],
      [1012, (name) => byStaff(a, `setStaff(username: "${name}", isStaff: true) { username }`)],
      [4403, (name) => cli.run(['user', 'deactivate', name])],
      [1012, (name) => cli.run(['user', 'staff', name])],
      [4403, (_name, id) => run(`update users set token_version = token_version + 1 where id = ${id}`)],
      [4403, (_name, id) => run(`delete from users where id = ${id}`)],
    ];
    // Sets the staff member's own password, which one of the actions requires.
    await cli.run(['user', 'set-password', 'user1', '--password-stdin'], `${PASSWORD}\n`);
    await run('update users set token_version = 0');
    for (const [index, [code, deed]] of deeds.entries()) {
      const userId = 2 + index;
      const bystander = await connect(b, 20);
      const sockets = [await connect(a, userId), await connect(b, userId)];
      await deed(`user${userId}`, userId);
      expect([index, ...(await Promise.all(sockets.map(({ closed }) => closed)))]).toEqual([index, code, code]);
      expect(bystander.socket.readyState).toBe(bystander.socket.OPEN);
    }
  });

  test('a personal access token that is revoked at one node closes its sockets at the other', async () => {
    const { databaseUrl, nodes } = await startNodes({ environment }, { environment });
    const [a, b] = nodes as [Node, Node];
    const { run } = await fill(databaseUrl, 1);
    const token = newPersonalToken();
    await run(`insert into personal_access_tokens (user_id, name, scopes, token_hash, created_at, expires_at)
      values (1, 'x', 'READ', '${hashOfPersonalToken(token)}', now(), now() + interval '1 day')`);
    const sockets = await Promise.all([a, b].map(({ baseUrl }) => RawSubscriber.open(baseUrl, `Bearer ${token}`)));
    const closed = sockets.map(({ socket }) => once(socket, 'close').then(([code]) => code as number));
    const { personalAccessTokens } = await dataOf<{ personalAccessTokens: { id: string }[] }>(
      signInStaff(b),
      '{ personalAccessTokens { id } }',
    );
    await dataOf(signInStaff(b), `mutation { revokePersonalAccessToken(id: "${personalAccessTokens[0]?.id}") }`);
    expect(await Promise.all(closed)).toEqual([4403, 4403]);
    const { status } = await new Browser(a.baseUrl, { authorization: `Bearer ${token}` }).get(
      '/sistema/monitoramento/api/v1/metrics',
    );
    expect(status).toBe(401);
  });

  test('a session that ends at one node ends its sockets at the other; so does a truncated table', async () => {
    const { databaseUrl, nodes } = await startNodes({ environment }, { environment });
    const [a, b] = nodes as [Node, Node];
    const { run } = await fill(databaseUrl, 1);
    const register = { first_name: 'ana', username: 'ana', email: 'a@example.com' };
    await new Browser(a.baseUrl).submit('/accounts/registrar/', {
      ...register,
      password1: PASSWORD,
      password2: PASSWORD,
    });
    const logIn = async (node: Node) => {
      const browser = new Browser(node.baseUrl);
      await browser.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
      return browser;
    };
    const socketOf = async (browser: Browser, node: Node) => {
      const cookie = `sessionid=${browser.cookies.get('sessionid')}`;
      const subscriber = await RawSubscriber.open(node.baseUrl, undefined, {
        headers: { cookie, origin: node.baseUrl },
      });
      return { subscriber, closed: once(subscriber.socket, 'close').then(([code]) => code as number) };
    };
    const [first, second] = [await logIn(a), await logIn(b)];
    const [firstAtB, secondAtA] = [await socketOf(first, b), await socketOf(second, a)];
    await first.post('/accounts/logout/', { csrfmiddlewaretoken: first.cookies.get('csrftoken') ?? '' });
    expect(await firstAtB.closed).toBe(4403);
    const { socket } = secondAtA.subscriber;
    expect(socket.readyState).toBe(socket.OPEN);
    await run('truncate sessions');
    expect(await secondAtA.closed).toBe(4403);
  });

  test('are closed within seconds while a node hears nothing of the others, and callers are asked for again', async () => {
    const databaseUrl = await newDatabaseUrl();
    const proxy = await startDatabaseProxy();
    const a = await startNode(databaseUrl, { environment });
    const b = await startNode(databaseUrl, { environment, databaseUrl: proxy.through(databaseUrl) });
    await fill(databaseUrl, 3);
    const [atB, caller] = [await connect(b, 2), new Browser(b.baseUrl, { authorization: `Bearer ${tokenOf(2)}` })];
    const isIn = async () => (await caller.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status;
    expect(await isIn()).toBe(200);
    proxy.hang('vigia listener');
    await dataOf(signInStaff(a), 'mutation { deactivateUser(username: "user2") { username } }');
    // Must take effect within a second, before this node notices that it hears nothing.
    await expect.poll(isIn, { interval: 50 }).toBe(401);
    expect(b.lines.join()).not.toMatch(/connection to the other nodes is lost/);
    expect(await atB.closed).toBe(4403);
    // Nothing is cached during the outage either.
    const other = new Browser(b.baseUrl, { authorization: `Bearer ${tokenOf(3)}` });
    const me = async () =>
      (await dataOf<{ me: { username: string } | null }>(other, '{ me { username } }')).me?.username;
    expect(await me()).toBe('user3');
    await dataOf(signInStaff(a), 'mutation { endUserSessions(username: "user3") { username } }');
    expect((await other.get('/sistema/conversor/v1/api?type=dec2bin&value=5')).status).toBe(401);
    await proxy.heal();
    await b.line(/The connection to the other nodes is back/);
  });
});

describe.runIf(nodesCanRun)('a node that learns of a changed account', () => {
  async function startTwo() {
    const location = await postgresql.locate();
    // PostgreSQL uses its own clock.
    const start = async () =>
      createTestApp({ database: await openTestDatabase(location), clock: new FakeClock(new Date()) });
    return [await start(), await start()] as const;
  }

  test('asks for those of its sockets that are concerned, and for no other', async () => {
    const [here, elsewhere] = await startTwo();
    const viewers = async (username: string) => {
      const { access } = await here.scriptAs(username);
      return RawSubscriber.open(here.baseUrl, `Bearer ${access}`);
    };
    await viewers('ana');
    await viewers('bia');
    const { viewerResolver } = here.services;
    const asked: string[][] = [];
    const review = viewerResolver.review.bind(viewerResolver);
    viewerResolver.review = (of: Iterable<Viewer>) => {
      asked.push([...of].map(({ username }) => username));
      return review(of);
    };
    await elsewhere.loginAs('ana');
    await expect.poll(() => asked).toEqual([['ana']]);
    await elsewhere.loginAs('nobody');
    await here.advance({ seconds: 10 });
    await elsewhere.loginAs('bia');
    await expect.poll(() => asked).toEqual([['ana'], ['bia']]);
  });

  test('closes what connected while the account changed, though its look-up was told nothing of that', async () => {
    const [here] = await startTwo();
    const { access } = await here.scriptAs('ana');
    const { viewerResolver } = here.services;
    const identify = viewerResolver.identify.bind(viewerResolver);
    viewerResolver.identify = async (credentials) => {
      const viewer = await identify(credentials);
      const heard = new Promise((resolve) => here.events.subscribe('accounts', resolve));
      await here.database.em.fork().nativeUpdate(User, {}, { isActive: false });
      await heard;
      return viewer;
    };
    const { socket } = await RawSubscriber.open(here.baseUrl, `Bearer ${access}`);
    const [code] = await once(socket, 'close');
    expect(code).toBe(4403);
  });

  test('delivers nothing to a socket that lost its rights: neither its own nor a shared subscription', async () => {
    const [here, elsewhere] = await startTwo();
    const { access } = await here.scriptAs('eva', { isStaff: true });
    const subscriber = await RawSubscriber.open(here.baseUrl, `Bearer ${access}`);
    subscriber.subscribe('1', { query: 'subscription { securityEvents { username } }' });
    subscriber.subscribe('2', { query: 'subscription { metrics { cpuPercent } }' });
    await subscriber.settle();
    const closed = once(subscriber.socket, 'close');
    await elsewhere.database.em.fork().nativeUpdate(User, {}, { isStaff: false, isActive: false, tokenVersion: 1 });
    await elsewhere.database.em.fork().nativeDelete(Session, {});
    expect((await closed)[0]).toBe(4403);
    const before = subscriber.messages.length;
    const origin = { method: 'cli', address: '' } as const;
    await here.services.audit.record({ event: 'login', result: 'success', origin, username: 'after' });
    await here.advance({ seconds: 5 });
    expect(subscriber.messages.length).toBe(before);
  });
});
