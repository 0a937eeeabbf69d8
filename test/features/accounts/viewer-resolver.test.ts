import { describe, expect, test } from 'vitest';
import { entities } from '../../../src/app/entities.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import type { Sessions } from '../../../src/features/accounts/sessions/sessions.js';
import type { Tokens } from '../../../src/features/accounts/tokens/tokens.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { ViewerResolver } from '../../../src/features/accounts/viewer-resolver.js';
import { openDatabase } from '../../../src/platform/db/database.js';
import type { Viewer } from '../../../src/shared/identity/viewer.js';
import { addAgentHost, connectAgent, sampleAt } from '../../support/agents/agents.js';
import { databaseKinds } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import type { Browser } from '../../support/http/browser.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const ADDRESS = '/sistema/conversor/v1/api?type=dec2bin&value=5';

async function isIn(caller: Browser): Promise<boolean> {
  return (await caller.get(ADDRESS)).status === 200;
}

/** Counts a service's queries from now on, optionally only those that match. */
function countQueries(app: TestApp, kind = /^/): () => number {
  const connection = app.database.em.getConnection() as unknown as { execute: (...args: unknown[]) => unknown };
  const execute = connection.execute.bind(connection);
  let count = 0;
  connection.execute = (...args) => {
    if (kind.test(String(args[0]))) count += 1;
    return execute(...args);
  };
  return () => count;
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`a viewer that was looked up, on ${name} (promise 18)`, () => {
    /** Starts a service on its own database and opens a second connection, as another process would. */
    async function start() {
      const location = await locate();
      const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const options = { location, entities, logger: { log: () => {} } };
      const [database, elsewhere] = [await openDatabase(options), await openDatabase(options)];
      // PostgreSQL uses its own clock to decide which sessions have expired.
      const clock = new FakeClock(new Date());
      const app = await createTestApp({ database, clock, environment: { DATABASE_URL: url } });
      return { app, elsewhere, close: () => Promise.all([database.close(true), elsewhere.close(true)]) };
    }

    test('is signed out as soon as another process has written', async () => {
      const { app, elsewhere, close } = await start();
      // SQLite is checked on each request; PostgreSQL sends notifications, which take milliseconds.
      const until = async (caller: Browser, expected: boolean) => {
        if (name === 'SQLite') expect(await isIn(caller)).toBe(expected);
        else await expect.poll(() => isIn(caller)).toBe(expected);
      };
      const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      for (let round = 0; round < 3; round += 1) expect([await isIn(person), await isIn(script)]).toEqual([true, true]);
      await elsewhere.em.fork().nativeDelete(Session, {});
      await until(person, false);
      expect(await isIn(script)).toBe(true);
      await elsewhere.em.fork().nativeUpdate(User, {}, { isActive: false });
      await until(script, false);
      await elsewhere.em.fork().nativeUpdate(User, {}, { isActive: true });
      await until(script, true);
      await app.close();
      await close();
    });

    test('is signed out as soon as this process has written', async () => {
      const { app, close } = await start();
      const [person, other] = [await app.loginAs('ana'), await app.loginAs('ana')];
      expect([await isIn(person), await isIn(other)]).toEqual([true, true]);
      await person.post('/accounts/logout/', { csrfmiddlewaretoken: person.cookies.get('csrftoken') ?? '' });
      person.cookies.set('sessionid', 'x'.repeat(43));
      expect([await isIn(person), await isIn(other)]).toEqual([false, true]);
      await app.close();
      await close();
    });

    test('is not looked up again because something else has been written, such as samples of agents', async () => {
      const { app, close } = await start();
      const host = await addAgentHost(app.database, { now: app.clock.now() });
      const { agent } = await connectAgent(app.services.agentIntake, host.token, app.clock.now());
      const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      const count = countQueries(app, /\bfrom ["`](users|sessions)\b/);
      // PostgreSQL's notifications about the logins themselves arrive milliseconds later.
      await expect
        .poll(async () => {
          const before = count();
          expect([await isIn(person), await isIn(script)]).toEqual([true, true]);
          return count() - before;
        })
        .toBe(0);
      const settled = count();
      for (let round = 0; round < 3; round += 1) {
        const nowMs = app.clock.now().getTime();
        agent.takeSample(sampleAt(nowMs), nowMs);
        await app.services.agentIntake.save();
        expect([await isIn(person), await isIn(script)]).toEqual([true, true]);
      }
      expect(count()).toBe(settled);
      await app.close();
      await close();
    });

    test('is signed out when the time is over', async () => {
      const { app, close } = await start();
      const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      expect([await isIn(person), await isIn(script)]).toEqual([true, true]);
      await app.sleep({ minutes: 10 });
      expect([await isIn(person), await isIn(script)]).toEqual([true, false]);
      await app.sleep({ minutes: 14 * 24 * 60 });
      expect(await isIn(person)).toBe(false);
      await app.close();
      await close();
    });
    test('is told apart among many at once', async () => {
      const { app, elsewhere, close } = await start();
      const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
      const { viewerResolver } = app.services;
      const viewers = [
        await viewerResolver.identify({ sessionSecret: person.cookies.get('sessionid') }),
        await viewerResolver.identify({ bearer: script.access }),
      ].filter((viewer) => viewer !== null);
      const holding = async (candidates: readonly Viewer[]) =>
        [...(await viewerResolver.review(candidates))].flatMap(([viewer, standing]) =>
          standing === 'holds' ? [viewer] : [],
        );
      const [bySession, byToken] = viewers.map(({ credential }) => credential);
      if (bySession?.kind !== 'session' || byToken?.kind !== 'token') throw new Error('One of each kind');
      // Starts with more callers without valid credentials than one statement can look up.
      const strangers = viewers.slice(0, 1).flatMap((viewer) =>
        Array.from({ length: 200 }, (_, index) => [
          { ...viewer, credential: { ...bySession, sessionId: `${index}` } },
          { ...viewer, userId: 1000 + index, credential: byToken },
          { ...viewer, credential: { ...byToken, version: 1 + index } },
        ]).flat(),
      );
      expect(await holding([...strangers, ...viewers])).toEqual(viewers);
      expect(await holding([...strangers, ...viewers])).toEqual(viewers);
      await elsewhere.em.fork().nativeDelete(Session, {});
      await expect.poll(() => holding(viewers)).toEqual(viewers.slice(1));
      await app.close();
      await close();
    });
  });
}

test('a caller who calls again is not looked up again', async () => {
  const [sqlite] = databaseKinds;
  const location = await sqlite?.locate();
  if (location?.kind !== 'sqlite') throw new Error('SQLite is the first kind');
  const options = { location, entities, logger: { log: () => {} } };
  const [database, elsewhere] = [await openDatabase(options), await openDatabase(options)];
  const app = await createTestApp({ database, environment: { DATABASE_URL: `sqlite:${location.file}` } });
  const [person, script] = [await app.loginAs('ana'), await app.scriptAs('ana')];
  await Promise.all([isIn(person), isIn(script)]);
  const queries = countQueries(app);
  for (let round = 0; round < 5; round += 1) expect([await isIn(person), await isIn(script)]).toEqual([true, true]);
  expect(queries()).toBe(0);
  await elsewhere.em.fork().nativeUpdate(User, {}, { firstName: 'Bia' });
  const before = queries();
  const { data } = (await person.graphql('{ me { firstName } }')).json<{ data: unknown }>();
  expect(data).toEqual({ me: { firstName: 'Bia' } });
  expect(queries()).toBeGreaterThan(before);
  await app.close();
  await Promise.all([database.close(true), elsewhere.close(true)]);
});

describe('a look-up during which an account changes', () => {
  /** Creates a resolver that records its look-ups and blocks them until released. */
  function createResolver() {
    const clock = new FakeClock();
    const waiting: (() => void)[] = [];
    const pass = () => new Promise<void>((resolve) => waiting.push(resolve));
    const user = { ...new User(), id: 1, username: 'ana', isActive: true };
    const expiresAt = new Date('2027-01-01');
    const sessions = {
      find: (secret: string) => pass().then(() => ({ id: secret, user, expiresAt })),
      findActive: (ids: readonly string[]) => pass().then(() => new Map(ids.map((id) => [id, MEMBER]))),
    };
    const tokens = { findVersions: async () => new Map() };
    let version = 0;
    const resolver = new ViewerResolver({
      sessions: sessions as unknown as Sessions,
      tokens: tokens as unknown as Tokens,
      personalTokens: { find: async () => null, findActive: async () => new Map() },
      secondFactors: { lacking: async () => new Set() },
      identities: { hasSecondFactor: async () => false },
      clock,
      version: () => version,
    });
    const letGo = () => {
      for (const resolve of waiting.splice(0)) resolve();
    };
    const known = async (sessionSecret: string) => {
      const viewer = resolver.identify({ sessionSecret });
      letGo();
      return (await viewer) as Viewer;
    };
    const change = () => {
      version += 1;
    };
    return { resolver, waiting, letGo, known, change };
  }

  test('is not remembered, though its answer comes after word of the change', async () => {
    const { resolver, waiting, letGo, change } = createResolver();
    const early = resolver.identify({ sessionSecret: 'a' });
    change();
    // A request by another caller makes the resolver discover the change.
    const other = resolver.identify({ sessionSecret: 'b' });
    letGo();
    await Promise.all([early, other]);
    const again = resolver.identify({ sessionSecret: 'a' });
    expect(waiting.length).toBe(1);
    letGo();
    await again;
    await resolver.identify({ sessionSecret: 'a' });
    expect(waiting.length).toBe(0);
  });

  test('takes its rights from nobody who was known before', async () => {
    const { resolver, letGo, known, change } = createResolver();
    const [a, b] = [await known('a'), await known('b')];
    change();
    const confirmed = resolver.review([a]);
    letGo();
    await confirmed;
    const both = resolver.review([a, b]);
    change();
    // A request by another caller makes the resolver drop its cache.
    const other = resolver.identify({ sessionSecret: 'c' });
    letGo();
    await other;
    expect([...(await both).values()]).toEqual(['holds', 'holds']);
  });
});

const MEMBER = { isStaff: false, isOperator: false, machines: 'ALL', machineTags: '[]' } as const;
