import {
  buildClientSchema,
  execute,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  parse,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import { createSchema } from '../../src/app/schema.js';
import { TopicPubSub } from '../../src/platform/graphql/pub-sub.js';
import { VigiaError } from '../../src/shared/errors/vigia-error.js';
import type { Guest } from '../../src/shared/identity/guest.js';
import { ALL_MACHINES, type MachineAccess, NO_MACHINES } from '../../src/shared/identity/machine-access.js';
import type { TokenScope } from '../../src/shared/identity/token-scope.js';
import type { Viewer } from '../../src/shared/identity/viewer.js';
import { dataOf } from '../support/administration.js';
import { openIncident } from '../support/alerts/alerts.js';
import { fieldsByGuard, type Guard, guardOf, type Scope } from '../support/field-guards.js';
import type { Browser } from '../support/http/browser.js';
import { type RootField, rootFields } from '../support/root-fields.js';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.js';

/** Fields whose guard admits callers without an account. */
const isOpen = (name: string) => ['OPEN', 'ANYBODY'].includes(levelOf(name));

/** Fields that refuse members, whatever these see. */
const isForMore = (name: string) => ['OPERATOR', 'STAFF'].includes(levelOf(name));

function levelOf(name: string): Guard {
  const found = guardOf.get(name);
  if (!found) throw new Error(`test/support/field-guards.ts says nothing of ${name}`);
  return found.guard;
}

async function schemaOf(caller: Browser): Promise<GraphQLSchema> {
  return buildClientSchema(await dataOf<IntrospectionQuery>(caller, getIntrospectionQuery()));
}

/** Returns the guard's error code. Throws if the operation is invalid, since that would say nothing about the guard. */
function guardCode(code: string | undefined): string | undefined {
  if (code === 'GRAPHQL_VALIDATION_FAILED') throw new Error('The document that was made for the field is not valid');
  return code;
}

/** Returns the guard's error code; undefined if the caller passes. */
async function overHttp(caller: Browser, { document }: RootField): Promise<string | undefined> {
  const { errors = [] } = (await caller.graphql(document)).json<{ errors?: { extensions: { code: string } }[] }>();
  return guardCode(errors[0]?.extensions.code);
}

async function overWebSocket(app: TestApp, live: ReturnType<TestApp['live']>, { document: query }: RootField) {
  const results = live.iterate({ query });
  let answered = false;
  const first = results
    .next()
    .then(
      ({ value }) => value as { errors?: { extensions: { code: string } }[] },
      (errors) => ({ errors }),
    )
    .finally(() => {
      answered = true;
    });
  // Delivers an event to every subscriber that passed the guard.
  const origin = { method: 'cli', address: '' } as const;
  while (!answered) {
    await app.services.audit.record({ event: 'login', result: 'success', origin, username: 'x' });
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { errors = [] } = await first;
  void results.return?.();
  return guardCode(errors[0]?.extensions?.code);
}

/** Uses services that are never called: a field whose guard lets the caller pass fails on them. */
const schema = createSchema(undefined as never, new TopicPubSub());
const fields = rootFields(schema);

/** A caller, as transports resolve it. */
interface Caller {
  readonly viewer: Pick<Viewer, 'role' | 'scopes' | keyof MachineAccess> | null;
  readonly guest?: Guest;
}

const TAGGED: MachineAccess = { machines: 'TAGGED', machineTags: ['web'] };

/** The columns of the table. Tokens of operators act as members: see `rightsOf`. */
const callers: Readonly<Record<string, Caller>> = {
  'a visitor': { viewer: null },
  'a guest of a room': {
    viewer: null,
    guest: { participantId: 1, nickname: 'Ana', roomId: 1, roomCode: 'X', keepsResults: false },
  },
  'a member who sees no machines': { viewer: { role: 'MEMBER', ...NO_MACHINES } },
  'a member who sees those with a tag': { viewer: { role: 'MEMBER', ...TAGGED } },
  'a member who sees all machines': { viewer: { role: 'MEMBER', ...ALL_MACHINES } },
  'an operator': { viewer: { role: 'OPERATOR', ...ALL_MACHINES } },
  'a staff member': { viewer: { role: 'STAFF', ...ALL_MACHINES } },
  'a token with READ': { viewer: { role: 'MEMBER', ...ALL_MACHINES, scopes: ['READ'] } },
  'a token with READ of an account that sees no machines': {
    viewer: { role: 'MEMBER', ...NO_MACHINES, scopes: ['READ'] },
  },
  'a token with CONVERT': { viewer: { role: 'MEMBER', ...ALL_MACHINES, scopes: ['CONVERT'] } },
  'a token with STAFF_READ': { viewer: { role: 'STAFF', ...ALL_MACHINES, scopes: ['STAFF_READ'] } },
  'a token with all scopes of an account without the role': {
    viewer: { role: 'MEMBER', ...ALL_MACHINES, scopes: ['READ', 'CONVERT', 'STAFF_READ'] },
  },
};

/** Returns the guard's error code for a caller; undefined if it lets the caller pass. */
async function inProcess({ viewer, guest = null as never }: Caller, { document }: RootField) {
  const caller = viewer && {
    ...viewer,
    userId: 1,
    username: 'ana',
    isStaff: viewer.role === 'STAFF',
    lacksSecondFactor: false,
    credential: { kind: 'session', sessionId: 'x', expiresAt: NOW, authenticatedAt: NOW },
  };
  const contextValue = { language: 'en', now: () => NOW, viewer: async () => caller, guest: async () => guest };
  const { errors = [] } = await execute({ schema, document: parse(document), contextValue, rootValue: {} });
  const failure = errors[0]?.originalError;
  return failure instanceof VigiaError && GUARDED.has(codes[failure.kind] ?? '') ? codes[failure.kind] : undefined;
}

const NOW = new Date('2026-01-01T00:00:00Z');
const codes: Readonly<Record<string, string>> = { unauthenticated: 'UNAUTHENTICATED', forbidden: 'FORBIDDEN' };

function expectedFor({ viewer, guest }: Caller, { guard, scope }: { guard: Guard; scope: Scope }): string | undefined {
  if (guard === 'OPEN') return undefined;
  if (!viewer) {
    if (guard === 'ANYBODY') return undefined;
    return guard === 'PARTICIPANT' && guest ? undefined : 'UNAUTHENTICATED';
  }
  const { role, machines, scopes } = viewer;
  if (scopes && scope !== 'ANY' && !scopes.includes(scope as TokenScope)) return 'FORBIDDEN';
  const isRefused =
    (guard === 'STAFF' && role !== 'STAFF') ||
    (guard === 'OPERATOR' && role === 'MEMBER') ||
    (guard === 'SEES_MACHINES' && machines === 'NONE');
  return isRefused ? 'FORBIDDEN' : undefined;
}

const GUARDED = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

describe('every field of the schema is guarded (promises 18, 22, 26)', () => {
  test('the table has each of them once', () => {
    const names = new Set(fields.map(({ kind, now }) => `${kind} ${now}`));
    expect(Object.values(fieldsByGuard).flat().sort()).toEqual([...names].sort());
  });

  test.each(Object.entries(callers))('%s passes where the table says so', async (_caller, caller) => {
    for (const field of fields) {
      const name = `${field.kind} ${field.now}`;
      const marks = guardOf.get(name) ?? { guard: 'STAFF', scope: 'NONE' };
      expect([name, await inProcess(caller, field)]).toEqual([name, expectedFor(caller, marks)]);
    }
  });

  test('over HTTP: fields for staff answer no other caller, fields for users no visitor', async () => {
    const app = await createTestApp();
    const [visitor, ana, staff] = [
      app.browser(),
      await app.loginAs('ana'),
      await app.loginAs('eva', { isStaff: true }),
    ];
    for (const field of rootFields(await schemaOf(staff)).filter(({ kind }) => kind !== 'subscription')) {
      const name = `${field.kind} ${field.now}`;
      const seen = {
        visitor: await overHttp(visitor, field),
        ana: await overHttp(ana, field),
        staff: await overHttp(staff, field),
      };
      if (isOpen(name)) expect([name, seen.ana]).toEqual([name, seen.visitor]);
      else if (isForMore(name))
        expect([name, seen]).toMatchObject([name, { visitor: 'UNAUTHENTICATED', ana: 'FORBIDDEN' }]);
      else expect([name, seen.visitor, GUARDED.has(seen.ana ?? '')]).toEqual([name, 'UNAUTHENTICATED', false]);
      // Login is the exception: its name and password are wrong for staff, too.
      if (!isOpen(name)) expect([name, GUARDED.has(seen.staff ?? '')]).toEqual([name, false]);
    }
  });

  test('over WebSocket: the same of queries and subscriptions, and no mutation at all', async () => {
    const app = await createTestApp();
    const [ana, staff] = [await app.loginAs('ana'), await app.loginAs('eva', { isStaff: true })];
    const [live, liveStaff] = [app.live({ as: ana }), app.live({ as: staff })];
    // Delivers an incident to every subscriber that passed the guard.
    await openIncident(app);
    for (const field of rootFields(await schemaOf(staff))) {
      const { kind } = field;
      const name = `${kind} ${field.now}`;
      const code = await overWebSocket(app, live, field);
      if (kind === 'mutation') expect([name, code]).toEqual([name, 'BAD_USER_INPUT']);
      else if (isForMore(name)) expect([name, code]).toEqual([name, 'FORBIDDEN']);
      else expect([name, GUARDED.has(code ?? '')]).toEqual([name, false]);
      if (isForMore(name) && kind !== 'mutation') {
        expect([name, await overWebSocket(app, liveStaff, field)]).not.toContain('FORBIDDEN');
      }
    }
  });

  test('what staff know of an account is null to all others, of their own too', async () => {
    const app = await createTestApp();
    const facts = 'isActive isStaff dateJoined lastLogin isLastStaff';
    const nothing = { isActive: null, isStaff: null, dateJoined: null, lastLogin: null, isLastStaff: null };
    const ana = await app.loginAs('ana');
    expect(await dataOf(ana, `{ me { ${facts} } }`)).toEqual({ me: nothing });
    const profile = `mutation { changeProfile(input: { firstName: "Ana", email: "a@example.com" }) { ${facts} } }`;
    expect(await dataOf(ana, profile)).toEqual({ changeProfile: nothing });
    const input = {
      username: 'bia',
      email: 'b@example.com',
      firstName: 'Bia',
      password1: PASSWORD,
      password2: PASSWORD,
    };
    const register = `mutation ($input: RegisterInput!) { register(input: $input) { ${facts} } }`;
    expect(await dataOf(app.browser(), register, { input })).toEqual({ register: nothing });
    const eva = await app.loginAs('eva', { isStaff: true });
    const now = app.clock.now().toISOString();
    expect(await dataOf(eva, `{ me { ${facts} } }`)).toEqual({
      me: { isActive: true, isStaff: true, dateJoined: now, lastLogin: now, isLastStaff: null },
    });
  });
});
