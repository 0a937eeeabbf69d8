import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { dataOf } from '../support/administration.js';
import { openIncident } from '../support/alerts/alerts.js';
import type { Browser } from '../support/http/browser.js';
import { type RootField, rootFields } from '../support/root-fields.js';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.js';

/** Fields by access level. New root fields must be added here; a field without its guard then fails. */
const OPEN = ['mutation joinRoom', 'mutation login', 'mutation refreshToken', 'mutation register', 'query me'];
const STAFF_ONLY = [
  'mutation activateUser',
  'mutation addChannelToRules',
  'mutation addHost',
  'mutation blockDomain',
  'mutation createAlertRule',
  'mutation createChannel',
  'mutation createInvitation',
  'mutation createTermsVersion',
  'mutation createUser',
  'mutation deactivateUser',
  'mutation deleteChannel',
  'mutation deleteAlertRule',
  'mutation dismissAlertNotice',
  'mutation endSilence',
  'mutation endUserSession',
  'mutation endUserSessions',
  'mutation renewHostToken',
  'mutation renameHost',
  'mutation retireHost',
  'mutation setHostInterval',
  'mutation setHostTags',
  'mutation resetUserFactors',
  'mutation retryFailedMails',
  'mutation retryMail',
  'mutation setRegistrationMode',
  'mutation setSecondFactorPolicy',
  'mutation setStaff',
  'mutation setUserPassword',
  'mutation silence',
  'mutation testChannel',
  'mutation unblockDomain',
  'mutation unlock',
  'mutation updateAlertRule',
  'mutation updateChannel',
  'mutation updateTermsVersion',
  'mutation withdrawInvitation',
  'query accessPolicy',
  'query alertBacktest',
  'query alertExpression',
  'query alertNotice',
  'query alertRule',
  'query alertRules',
  'query auditEvent',
  'query auditTrail',
  'query auditTrailCsv',
  'query blockedDomains',
  'query busiestProcesses',
  'query channel',
  'query channelKinds',
  'query unheardAlerts',
  'query channels',
  'query domainCheck',
  'query invitations',
  'query liveSessions',
  'query lockedPairs',
  'query mailStatus',
  'query openSockets',
  'query outbox',
  'query previewTerms',
  'query processCommand',
  'query processPeaks',
  'query serviceHealth',
  'query serviceNodes',
  'query silences',
  'query termsDifference',
  'query termsVersion',
  'query termsVersions',
  'query user',
  'query users',
  'subscription securityEvents',
];
const SIGNED_IN = [
  'mutation acknowledgeIncident',
  'mutation addPasskey',
  'mutation answer',
  'mutation beginPasskey',
  'mutation beginPasskeyAssertion',
  'mutation beginTotp',
  'mutation changePassword',
  'mutation closeRoom',
  'mutation openRoom',
  'mutation removeParticipant',
  'mutation removeParticipants',
  'mutation sendExercise',
  'mutation setRoomDoor',
  'mutation changePreferences',
  'mutation changeProfile',
  'mutation createPersonalAccessToken',
  'mutation deleteOwnAccount',
  'mutation confirmTotp',
  'mutation endOtherSessions',
  'mutation endSession',
  'mutation markTermsSeen',
  'mutation subscribeToPush',
  'mutation unsubscribeFromPush',
  'mutation removePasskey',
  'mutation renamePasskey',
  'mutation reauthenticate',
  'mutation revokePersonalAccessToken',
  'mutation removeTotp',
  'mutation renewRecoveryCodes',
  'query alertLimits',
  'query analysis',
  'query analysisRequest',
  'query binaryArithmetic',
  'query bitwise',
  'query checkAnswer',
  'query convert',
  'query convertBase',
  'query convertFraction',
  'query equivalent',
  'query expressionOf',
  'query exercise',
  'query findings',
  'query floatingPoint',
  'query host',
  'query hostSparklines',
  'query hostTags',
  'query hosts',
  'query incident',
  'query incidents',
  'query logic',
  'query metrics',
  'query metricsHistory',
  'query node',
  'query minimise',
  'query personalAccessTokens',
  'query passkeyOrigin',
  'query passkeys',
  'query ownData',
  'query participation',
  'query preferences',
  'query room',
  'query roomCsv',
  'query rooms',
  'query pushSubscriptions',
  'query representations',
  'query secondFactors',
  'query sessions',
  'query terms',
  'query truthTable',
  'query webPushKey',
  'subscription hosts',
  'subscription incidents',
  'subscription metrics',
  'subscription roomAnswers',
  'subscription roomExercise',
  'subscription termsChanged',
];

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

const GUARDED = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

describe('every field of the schema is guarded (promises 18, 22, 26)', () => {
  test('the lists above hold each of them once', async () => {
    const app = await createTestApp();
    const fields = rootFields(await schemaOf(await app.loginAs('ana')));
    const names = new Set(fields.map(({ kind, now }) => `${kind} ${now}`));
    expect([...names].sort()).toEqual([...OPEN, ...STAFF_ONLY, ...SIGNED_IN].sort());
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
      if (OPEN.includes(name)) expect([name, seen.ana]).toEqual([name, seen.visitor]);
      else if (STAFF_ONLY.includes(name))
        expect([name, seen]).toMatchObject([name, { visitor: 'UNAUTHENTICATED', ana: 'FORBIDDEN' }]);
      else expect([name, seen.visitor, GUARDED.has(seen.ana ?? '')]).toEqual([name, 'UNAUTHENTICATED', false]);
      // Login is the exception: its name and password are wrong for staff, too.
      if (!OPEN.includes(name)) expect([name, GUARDED.has(seen.staff ?? '')]).toEqual([name, false]);
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
      else if (STAFF_ONLY.includes(name)) expect([name, code]).toEqual([name, 'FORBIDDEN']);
      else expect([name, GUARDED.has(code ?? '')]).toEqual([name, false]);
      if (STAFF_ONLY.includes(name) && kind !== 'mutation') {
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
