import { getDirective } from '@graphql-tools/utils';
import type { GraphQLField } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { User } from '../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../src/platform/audit/audit-event.entity.js';
import type { AsksAgain } from '../../src/platform/graphql/field-marks.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';
import { PASSKEY_ORIGIN, WITH_PASSKEYS } from '../support/accounts/passkeys.js';
import { letLoginsAge, reauthenticate } from '../support/accounts/reauthentication.js';
import { codeOf } from '../support/administration.js';
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../support/databases/databases.js';
import { everyRow } from '../support/databases/every-row.js';
import type { Browser } from '../support/http/browser.js';
import { type RootField, rootFields } from '../support/root-fields.js';
import { createTestApp, type TestApp } from '../support/test-app.js';
import { validMutations } from '../support/valid-mutations.js';

/** Uses services that are never called: only the marks of the fields matter. */
const schema = createSchema(undefined as never, new TopicPubSub());
const mutations = rootFields(schema).filter(({ kind }) => kind === 'mutation');
const fields = schema.getMutationType()?.getFields() ?? {};

const nameOf = ({ name }: RootField): string => name.split(' ')[1] ?? '';
const findField = (mutation: RootField): GraphQLField<unknown, unknown> => fields[nameOf(mutation)] as never;
const marksOf = (mutation: RootField) =>
  findField(mutation).extensions as {
    readonly asksAgain?: AsksAgain;
    readonly audited?: readonly string[];
    readonly notAudited?: string;
    readonly boundedBy?: string;
    readonly neverRefused?: string;
  };
const rateLimitOf = (mutation: RootField) =>
  getDirective(schema, findField(mutation), 'rateLimit')?.[0] as { limit: number; duration: number } | undefined;

/** Mutations for which the guard requires reauthentication regardless of their arguments. */
const asking = mutations.filter((mutation) => {
  const { because, applies } = marksOf(mutation).asksAgain ?? {};
  return because === undefined && applies !== undefined;
});

const isReason = (text: string | undefined) => text === undefined || /^.{10,}$/.test(text);

describe('every mutation says what it takes: a new one without a mark is named here', () => {
  test('whether it asks for a password of the last minutes, or why not', () => {
    expect(mutations.filter((mutation) => !marksOf(mutation).asksAgain).map(nameOf)).toEqual([]);
    expect(mutations.filter((mutation) => !isReason(marksOf(mutation).asksAgain?.because)).map(nameOf)).toEqual([]);
  });

  test('one bound: a rate limit, that of its rule, or why it is never refused', () => {
    const bounds = mutations.map((mutation) => {
      const { boundedBy, neverRefused } = marksOf(mutation);
      return [nameOf(mutation), [rateLimitOf(mutation), boundedBy, neverRefused].filter(Boolean).length];
    });
    expect(bounds.filter(([, count]) => count !== 1)).toEqual([]);
    expect(mutations.filter((mutation) => !isReason(marksOf(mutation).neverRefused)).map(nameOf)).toEqual([]);
  });

  test('what it writes into the audit trail, or why nothing', () => {
    const known = schema.getType('AuditEventKind')?.toConfig() as { values: Record<string, { value: string }> };
    const events = new Set(Object.values(known.values).map(({ value }) => value));
    const faulty = mutations.filter((mutation) => {
      const { audited, notAudited } = marksOf(mutation);
      return audited ? notAudited !== undefined || !audited.every((event) => events.has(event)) : !notAudited;
    });
    expect(faulty.map(nameOf)).toEqual([]);
    expect(mutations.filter((mutation) => !isReason(marksOf(mutation).notAudited)).map(nameOf)).toEqual([]);
  });
});

interface Answer {
  readonly data?: Readonly<Record<string, unknown>>;
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[];
}

async function start(kind: DatabaseKind, environment = {}): Promise<{ app: TestApp; staff: Browser }> {
  const database = await openTestDatabase(await kind.locate());
  const app = await createTestApp({ database, environment });
  return { app, staff: await app.loginAs('chefe', { isStaff: true }) };
}

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`what asks again, on ${kind.name} (contract 14)`, () => {
    test('is refused to a session whose password was given 15 minutes ago, and changes no row', async () => {
      const { app, staff } = await start(kind);
      await letLoginsAge(app);
      const before = await everyRow(app.database.em);
      for (const mutation of asking) {
        const seen = [nameOf(mutation), await codeOf(staff, mutation.document)];
        expect(seen).toEqual([nameOf(mutation), 'REAUTHENTICATION_REQUIRED']);
      }
      expect(await everyRow(app.database.em)).toEqual(before);
    });

    test('is refused to a token whose login is 15 minutes old, too', async () => {
      const { app } = await start(kind);
      const script = await app.scriptAs('chefe');
      await app.sleep({ minutes: 9 });
      const refreshed = await script.graphql(`mutation { refreshToken(refresh: "${script.refresh}") { access } }`);
      const { access } = refreshed.json<{ data: { refreshToken: { access: string } } }>().data.refreshToken;
      await app.sleep({ minutes: 6 });
      const later = app.browser({ authorization: `Bearer ${access}` });
      for (const mutation of asking) {
        const seen = [nameOf(mutation), await codeOf(later, mutation.document)];
        expect(seen).toEqual([nameOf(mutation), 'REAUTHENTICATION_REQUIRED']);
      }
    });

    test('is not refused for that where the password has just been given again', async () => {
      const { app } = await start(kind);
      for (const [index, mutation] of asking.entries()) {
        const staff = await app.loginAs(`chefe${index}`, { isStaff: true });
        await letLoginsAge(app);
        await reauthenticate(staff);
        const seen = [nameOf(mutation), await codeOf(staff, mutation.document)];
        expect(seen).not.toContain('REAUTHENTICATION_REQUIRED');
      }
    });

    test('tells nobody else than before that they may not: the role is looked at first', async () => {
      const { app } = await start(kind);
      const ana = await app.loginAs('ana');
      await letLoginsAge(app);
      expect(await codeOf(ana, 'mutation { addHost(name: "web") { token } }')).toBe('FORBIDDEN');
      const unknown = await app.browser().graphql('mutation { addHost(name: "web") { token } }');
      expect(unknown.json<Answer>().errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    });

    test('is a silence of more than 36 hours, not one of 36', async () => {
      const { app, staff } = await start(kind);
      await letLoginsAge(app);
      const silence = (ms: number) => {
        const until = new Date(app.clock.now().getTime() + ms).toISOString();
        return codeOf(staff, `mutation { silence(input: { host: "1", reason: "Disco", until: "${until}" }) { id } }`);
      };
      expect(await silence(36 * 3_600_000)).not.toBe('REAUTHENTICATION_REQUIRED');
      expect(await silence(36 * 3_600_000 + 1)).toBe('REAUTHENTICATION_REQUIRED');
    });

    test('is another address of the own profile, not another name', async () => {
      const { app } = await start(kind);
      const ana = await app.loginAs('ana');
      await letLoginsAge(app);
      const change = (firstName: string, email: string) =>
        codeOf(ana, `mutation { changeProfile(input: { firstName: "${firstName}", email: "${email}" }) { username } }`);
      expect(await change('Ana Lima', 'ana@example.com')).toBeUndefined();
      expect(await change('Ana Lima', 'lima@example.com')).toBe('REAUTHENTICATION_REQUIRED');
    });
  });

  describe.runIf(kind.available)(`what mutations are marked with is what they do, on ${kind.name}`, () => {
    test('each writes the events of its mark, and takes the limit of its rule', async () => {
      const { app, staff } = await start(kind, {
        ...WITH_PASSKEYS,
        OIDC_ISSUER: 'https://id.invalid',
        OIDC_CLIENT_ID: 'v',
      });
      const people = { staff, ana: await app.loginAs('ana'), visitor: app.browser({ origin: PASSKEY_ORIGIN }) };
      const take = vi.spyOn(app.services.rateLimits, 'take');
      const called = new Set<string>();
      const events = async (after: number) =>
        (await app.database.em.fork().find(AuthenticationEvent, { id: { $gt: after } })).map(({ event }) => event);
      const lastId = async () =>
        (await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'desc' }, limit: 1 }))[0]?.id ?? 0;
      const call = async (document: string, by = staff, variables = {}) => {
        const name = /^\w+/.exec(document)?.[0] ?? '';
        called.add(name);
        const { audited, boundedBy } = marksOf({ name: `mutation ${name}`, now: name, kind: 'mutation', document });
        const before = await lastId();
        take.mockClear();
        const head = Object.keys(variables).map((key) => `$${key}: String!`);
        const answer = await by.graphql(`mutation${head.length > 0 ? `(${head})` : ''} { ${document} }`, variables);
        const { data, errors } = answer.json<Answer>();
        expect([name, errors]).toEqual([name, undefined]);
        const written = await events(before);
        expect([name, written.filter((event) => !audited?.includes(event))]).toEqual([name, []]);
        expect([name, written.length > 0]).toEqual([name, audited !== undefined]);
        const taken = take.mock.calls.flatMap(([allowances]) => allowances.map(({ rateLimit }) => rateLimit.name));
        const isTaken = boundedBy === 'lockout' || taken.some((limit) => limit.startsWith(boundedBy ?? ''));
        expect([name, boundedBy, isTaken || boundedBy === undefined]).toEqual([name, boundedBy, true]);
        return data?.[name];
      };
      for (const callPart of validMutations) await callPart(call, people, app);
      expect([...called].sort()).toEqual([...new Set(mutations.map(({ now }) => now))].sort());
    });
  });
}

const [sqlite] = databaseKinds as readonly [DatabaseKind];

describe('the rate limit of a mutation (promise 43)', () => {
  test('lets the calls through that it names, and refuses the next', async () => {
    const { app, staff } = await start(sqlite);
    const { id } = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'chefe' });
    for (const mutation of mutations.filter((each) => nameOf(each) === each.now)) {
      const { limit = 0, duration = 0 } = rateLimitOf(mutation) ?? {};
      if (limit === 0) continue;
      const key = `Mutation.${mutation.now}:${id}`;
      const rateLimit = { name: `field ${limit}/${duration}`, limit, seconds: duration };
      for (let count = 1; count < limit; count += 1) await app.services.rateLimits.take([{ rateLimit, key }]);
      const last = await codeOf(staff, mutation.document);
      const refused = await codeOf(staff, mutation.document);
      expect([nameOf(mutation), last === 'RATE_LIMITED', refused]).toEqual([nameOf(mutation), false, 'RATE_LIMITED']);
      for (const former of mutations.filter((each) => each !== mutation && each.now === mutation.now)) {
        expect([nameOf(former), await codeOf(staff, former.document)]).toEqual([nameOf(former), 'RATE_LIMITED']);
      }
    }
  });

  test('is that of the lockout for a login: the fifth wrong password locks', async () => {
    const { app } = await start(sqlite);
    const login = 'mutation { login(username: "chefe", password: "wrong") { access } }';
    for (let count = 0; count < 4; count += 1) expect(await codeOf(app.browser(), login)).toBe('UNAUTHENTICATED');
    expect(await codeOf(app.browser(), login)).toBe('LOCKED_OUT');
  });

  test('refuses nobody who ends sessions of their own, or revokes a token', async () => {
    const { app } = await start(sqlite);
    const ana = await app.loginAs('ana');
    for (const mutation of mutations.filter((one) => marksOf(one).neverRefused)) {
      for (let count = 0; count < 101; count += 1)
        expect(await codeOf(ana, mutation.document)).not.toBe('RATE_LIMITED');
    }
  });
});
