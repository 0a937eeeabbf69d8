import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { createClient } from 'graphql-ws';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type AppDeps, createApp } from '../../src/app/app.js';
import { PasswordHasher } from '../../src/features/accounts/credentials/password-hasher.js';
import { DisposableDomains } from '../../src/features/accounts/email-domains/disposable-domains.js';
import { User } from '../../src/features/accounts/users/user.entity.js';
import { TermsThread } from '../../src/features/terms/rendering/terms-thread.js';
import { COMMAND_LINE } from '../../src/platform/audit/origin.js';
import type { Database } from '../../src/platform/db/database.js';
import { dialectOf } from '../../src/platform/db/dialect.js';
import { openMailer } from '../../src/platform/mail/open-mailer.js';
import { type OpenNodeEvents, openNodeEvents } from '../../src/platform/nodes/open-node-events.js';
import { createHttpServer } from '../../src/platform/web/requests/http-server.js';
import type { Environment } from '../../src/settings/environment-reader.js';
import { readSettings, type Settings } from '../../src/settings/settings.js';
import { computeLookalikes } from '../../src/shared/identity/lookalikes.js';
import type { TokenScope } from '../../src/shared/identity/token-scope.js';
import { createLogger, type Logger } from '../../src/shared/logger.js';
import { openMemoryDatabase } from './databases/databases.js';
import { FakeClock } from './fakes/fake-clock.js';
import { FakeHost } from './fakes/fake-host.js';
import { FakeProcessTimes } from './fakes/fake-process-times.js';
import { Browser } from './http/browser.js';

/** Options set by a test; everything else is a fake or an in-memory database. */
export interface TestAppOptions
  extends Partial<
    Pick<AppDeps, 'hasher' | 'database' | 'clock' | 'termsThread' | 'hostId' | 'agentIntake' | 'resolveName'>
  > {
  readonly environment?: Environment;
  /** Used from the first sample on; a new host by default. */
  readonly host?: FakeHost;
  /** Opens the connection to other nodes; defaults to the database's own. */
  readonly events?: OpenNodeEvents;
}

/** Password of every account created by {@link TestApp.createUser}. */
export const PASSWORD = 'correct horse 7';

/** Key that signs the tokens of every service under test. */
export const SECRET_KEY = 'a key of the tests, with 32 characters or more';

/** Default machine of services under test. */
const HOST_ID = '0b51e3a4-4a0c-4c8e-9d5e-6b3f0a1c2d7e';

/** Keep-alive timeout longer than any test. */
const KEEP_ALIVE_MS = 300_000;

/** Few rounds, for speed; tests that depend on the real number pass their own hasher. */
const TEST_ITERATIONS = 10;

/**
 * Starts the whole service on a free port of this machine until the end of the test. Time stops until `advance` is
 * called.
 */
export async function createTestApp(options: TestAppOptions = {}) {
  const settings = readSettings({
    DATABASE_URL: options.database ? databaseUrl(options.database) : 'sqlite::memory:',
    PUBLIC_URL: 'http://vigia.test',
    LOG_LEVEL: 'debug',
    ...options.environment,
  });
  const lines: string[] = [];
  const logger = createLogger(settings.logLevel, { write: (line) => lines.push(line) });
  const clock = options.clock instanceof FakeClock ? options.clock : new FakeClock();
  const database = options.database ?? (await openMemoryDatabase());
  const host = options.host ?? new FakeHost();
  const processTimes = new FakeProcessTimes();
  const hasher = options.hasher ?? new PasswordHasher(TEST_ITERATIONS);
  const nodeId = randomUUID();
  const events = options.events ?? (await openNodeEvents({ location: settings.database, nodeId, logger }));
  const app = await createApp({
    settings,
    secretKey: SECRET_KEY,
    database,
    events,
    nodeId,
    hostId: options.hostId ?? HOST_ID,
    clock,
    hasher,
    disposableDomains: disposableDomains(settings, logger),
    hostMetrics: host,
    processTimes,
    termsThread: options.termsThread ?? termsThread,
    logger,
    clientAssets: fakeAssets,
    mailer: settings.email && openMailer(settings.email, clock),
    ...(options.agentIntake && { agentIntake: options.agentIntake }),
    ...(options.resolveName && { resolveName: options.resolveName }),
  });
  await app.start();
  const server = createHttpServer(app).listen(0, '127.0.0.1');
  // Client and service share this process, so if it stalled for a second, one side would close a connection that the
  // other reuses.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;

  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    server.close();
    await app.beginShutdown();
    server.closeAllConnections();
    await app.stop();
    await events.stop();
    if (!options.database) await database.close();
  };
  onTestFinished(close);

  const createUser = async (username = 'ana', changes: Partial<User> = {}) => {
    const em = database.em.fork();
    const user = em.create(User, {
      username,
      usernameKey: username,
      ...computeLookalikes(username),
      firstName: 'Ana',
      email: `${username}@example.com`,
      password: await hasher.hash(PASSWORD, []),
      dateJoined: clock.now(),
      ...changes,
    });
    await em.persist(user).flush();
    return user;
  };

  const browser = (headers?: Record<string, string>) => new Browser(baseUrl, headers);

  return {
    baseUrl,
    port,
    server,
    events,
    settings,
    database,
    clock,
    /** The default host. */
    host,
    /** The usage of the host's processes in each minute; none by default. */
    processTimes,
    services: app.services,
    lines,
    browser,
    createUser,
    /** Returns a signed-in browser, creating the account if necessary. */
    async loginAs(username = 'ana', changes: Partial<User> = {}) {
      const known = await database.em.fork().findOne(User, { usernameKey: username });
      if (!known) await createUser(username, changes);
      const visitor = browser();
      const answer = await visitor.submit('/accounts/login/', { username, password: PASSWORD });
      if (answer.status !== 302) throw new Error(`The login failed with ${answer.status}`);
      return visitor;
    },
    /** Returns a script with an access token, creating the account if necessary. */
    async scriptAs(username = 'ana', changes: Partial<User> = {}) {
      const known = await database.em.fork().findOne(User, { usernameKey: username });
      const { access, refresh } = app.services.tokens.issue(known ?? (await createUser(username, changes)));
      return Object.assign(browser({ accept: 'application/json', authorization: `Bearer ${access}` }), {
        access,
        refresh,
      });
    },
    /** Returns a program with a personal access token, creating the account if necessary. */
    async programAs(username: string, scopes: readonly TokenScope[], changes: Partial<User> = {}) {
      const known = await database.em.fork().findOne(User, { usernameKey: username });
      const owner = known ?? (await createUser(username, changes));
      const form = { name: 'A program', scopes, days: 90 };
      const { token, personalAccessToken } = await app.services.personalTokens.create(owner, form, COMMAND_LINE);
      const program = browser({ accept: 'application/json', authorization: `Bearer ${token}` });
      return Object.assign(program, { token, tokenId: String(personalAccessToken.id), userId: owner.id });
    },
    /** Creates a graphql-ws client with a separate socket, from a signed-in browser or `connectionParams`. */
    live({ as, connectionParams = {}, headers = {} }: LiveOptions = {}) {
      const cookie = as && [...as.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const all = { 'accept-language': 'pt-BR', ...(cookie && { cookie, origin: baseUrl }), ...headers };
      const client = createClient({
        url: `${baseUrl.replace('http', 'ws')}/graphql`,
        webSocketImpl: class extends WebSocket {
          constructor(address: string, protocols: string[]) {
            super(address, protocols, { headers: all });
          }
        },
        connectionParams,
        retryAttempts: 0,
        lazy: true,
      });
      onTestFinished(() => void client.dispose());
      return client;
    },
    advance: (amount: Parameters<FakeClock['advance']>[0]) => clock.advance(amount),
    sleep: (amount: Parameters<FakeClock['sleep']>[0]) => clock.sleep(amount),
    close,
  };
}

function databaseUrl({ em, config }: Database): string {
  return dialectOf(em) === 'sqlite' ? `sqlite:${config.get('dbName')}` : (config.get('clientUrl') ?? '');
}

/**
 * Contains only Vigia's own list, read once: reading it for each service would take a third of the service's startup
 * time.
 */
const ownDisposableDomains = new DisposableDomains({ additions: undefined, logger: { log: () => {} } });

function disposableDomains({ disposableDomainsFile: additions }: Settings, logger: Logger): DisposableDomains {
  return additions === undefined ? ownDisposableDomains : new DisposableDomains({ additions, logger });
}

/**
 * Shared by all services in a process and kept when one of them stops, since starting a thread costs more than most
 * tests.
 */
const termsThread = new (class extends TermsThread {
  override async stop(): Promise<void> {}
})();

export type TestApp = Awaited<ReturnType<typeof createTestApp>>;

interface LiveOptions {
  readonly as?: Browser;
  readonly connectionParams?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

const fakeAssets: AppDeps['clientAssets'] = {
  entries: ([name]) => ({ script: `/static/${name}.js`, styles: [`/static/${name}.css`], preloads: [], fonts: [] }),
  serve: () => express.Router(),
};
