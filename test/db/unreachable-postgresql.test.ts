import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds, openTestDatabase } from '../support/databases.js';
import { loginMethods } from '../support/login-methods.js';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.js';

const postgresql = databaseKinds.find(({ name }) => name === 'PostgreSQL');

/** A person for each login method, so that none waits for the end of another's attempt. */
const usernames = Object.keys(loginMethods).map((method) => method.replaceAll(' ', '-').toLowerCase());

async function logIn(app: TestApp, username: string) {
  const method = Object.values(loginMethods)[usernames.indexOf(username)];
  return (await method?.(app, { username, password: PASSWORD }))?.outcome;
}

/** What becomes of a connection: it leads to the server, is never answered, or it is ended at once. */
type Treatment = 'passed on' | 'left unanswered' | 'ended';

/** The network between the service and PostgreSQL. */
async function startNetwork({ hostname, port }: URL) {
  let treatment: Treatment = 'passed on';
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => {});
  };
  const server = createServer((client) => {
    track(client);
    if (treatment === 'ended') client.end();
    if (treatment !== 'passed on') return;
    const upstream = connect(Number(port), hostname);
    track(upstream);
    client.pipe(upstream).pipe(client);
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endAll = () => {
    for (const socket of open) socket.end();
  };
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Ends all connections; this is what becomes of new ones from now on. */
    cut(next: Treatment) {
      treatment = next;
      endAll();
    },
    /** New connections lead to the server again; those that hang are ended. */
    heal() {
      treatment = 'passed on';
      endAll();
    },
  };
}

describe.runIf(postgresql?.available)('a PostgreSQL that cannot be reached (promise 39)', () => {
  test.each(['left unanswered', 'ended'] as const)(
    'when connections are %s, logins are 503, and all is well once it is back',
    async (treatment) => {
      const location = await postgresql?.locate();
      if (location?.kind !== 'postgresql') throw new Error('PostgreSQL is not there');
      const url = new URL(location.url);
      const network = await startNetwork(url);
      url.port = String(network.port);
      const database = await openTestDatabase({ kind: 'postgresql', url: url.href }, { busyTimeoutMs: 2000 });
      const app = await createTestApp({ database });
      for (const username of usernames) await app.createUser(username, { isStaff: true });

      network.cut(treatment);
      const attempts = await Promise.all(usernames.map((username) => logIn(app, username)));
      expect(attempts).toEqual(['busy', 'busy', 'busy', 'busy']);
      expect((await app.browser().get('/healthz')).status).toBe(200);

      network.heal();
      for (const username of usernames) await expect.poll(() => logIn(app, username)).toBe('in');
    },
  );
});
