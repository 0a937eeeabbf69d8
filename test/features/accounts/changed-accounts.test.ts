import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { describe, expect, test } from 'vitest';
import { ViewerResolver } from '../../../src/features/accounts/viewer-resolver.js';
import { SingleNode } from '../../../src/platform/nodes/single-node.js';
import type { Credentials } from '../../../src/shared/identity/viewer.js';
import { loginMethods } from '../../support/accounts/login-methods.js';
import { dataOf } from '../../support/administration.js';
import { type DatabaseKind, databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import type { Browser } from '../../support/http/browser.js';
import { rootFields } from '../../support/root-fields.js';
import { createTestApp, PASSWORD, type TestApp } from '../../support/test-app.js';

const NEW_PASSWORD = 'another horse 8';

/**
 * The callers and the accounts concerned: two staff members, each with two sessions, a login token and a personal
 * token.
 */
interface Scene {
  readonly app: TestApp;
  readonly me: Browser;
  readonly other: string;
  /** Distinguishes this scene's accounts from those of other scenes. */
  readonly number: number;
  readonly refresh: string;
  readonly ask: (document: string) => Promise<unknown>;
}

interface Change {
  /** Whether this changes any data about one of the callers. */
  readonly changes: boolean;
  readonly make: (scene: Scene) => unknown;
}

const staysSame = (document: string): Change => ({ changes: false, make: ({ ask }) => ask(document) });
const changes = (document: (other: string) => string): Change => ({
  changes: true,
  make: ({ ask, other }) => ask(document(other)),
});

/** Wraps an operation that touches no account; whether it succeeds is left to other tests. */
const withoutAccounts = (document: string): Change => ({
  changes: false,
  make: ({ me }) => me.graphql(`mutation { ${document} }`),
});

/** Every mutation; new ones must be added here. */
const MUTATIONS: Readonly<Record<string, Change>> = {
  acknowledgeIncident: withoutAccounts('acknowledgeIncident(id: "1") { id }'),
  activateUser: {
    changes: false,
    make: ({ ask, other }) => ask(`activateUser(username: "${other}") { username }`),
  },
  addChannelToRules: withoutAccounts('addChannelToRules(channel: "1")'),
  addPasskey: withoutAccounts('addPasskey(response: "{}", name: "New") { id }'),
  // Other tests cover existing rooms.
  answer: withoutAccounts('answer(room: "ABCDEF", exercise: "1", answer: "1") { tries }'),
  beginPasskey: withoutAccounts('beginPasskey'),
  beginPasskeyAssertion: withoutAccounts('beginPasskeyAssertion'),
  // These only take effect with an authenticator app, which another test provides.
  beginTotp: { changes: false, make: ({ ask }) => ask('beginTotp { secret }') },
  // A provider is not configured here; the tests of identities cover these.
  beginIdentityLink: withoutAccounts('beginIdentityLink'),
  removeIdentity: withoutAccounts('removeIdentity(id: "9")'),
  sendTestMail: withoutAccounts('sendTestMail(address: "a@example.com") { isAccepted }'),
  blockDomain: staysSame('blockDomain(domain: "example.net") { domain }'),
  changePassword: changes(
    () =>
      `changePassword(input: { oldPassword: "${PASSWORD}", newPassword1: "${NEW_PASSWORD}", newPassword2: "${NEW_PASSWORD}" })`,
  ),
  changePreferences: changes(() => 'changePreferences(theme: DARK) { theme }'),
  changeProfile: changes(() => 'changeProfile(input: { firstName: "Bia", email: "bia@example.com" }) { username }'),
  closeRoom: withoutAccounts('closeRoom(room: "ABCDEF") { code }'),
  confirmTotp: withoutAccounts('confirmTotp(code: "000000")'),
  createAlertRule: withoutAccounts('createAlertRule(input: { name: "New", expression: "cpu > 90" }) { id }'),
  createChannel: withoutAccounts('createChannel(input: { name: "New", kind: WEB_PUSH }) { id }'),
  createInvitation: staysSame('createInvitation { link }'),
  createPersonalAccessToken: staysSame('createPersonalAccessToken(name: "New", scopes: [READ]) { token }'),
  createTermsVersion: staysSame('createTermsVersion(content: "One") { version }'),
  createUser: {
    changes: false,
    make: ({ ask, number }) =>
      ask(
        `createUser(input: { username: "new${number}", firstName: "New", email: "n@example.com", password1: "${PASSWORD}", password2: "${PASSWORD}" }) { username }`,
      ),
  },
  deactivateUser: changes((other) => `deactivateUser(username: "${other}") { username }`),
  deleteAlertRule: withoutAccounts('deleteAlertRule(id: "1")'),
  deleteChannel: withoutAccounts('deleteChannel(id: "1")'),
  deleteOwnAccount: {
    changes: true,
    make: ({ ask, number }) => ask(`deleteOwnAccount(username: "me${number}")`),
  },
  dismissAlertNotice: withoutAccounts('dismissAlertNotice'),
  endOtherSessions: changes(() => 'endOtherSessions'),
  endSession: {
    changes: true,
    make: async ({ ask, me }) => {
      const { sessions } = await dataOf<{ sessions: { id: string; isCurrent: boolean }[] }>(
        me,
        '{ sessions { id isCurrent } }',
      );
      return ask(`endSession(id: "${sessions.find(({ isCurrent }) => !isCurrent)?.id}")`);
    },
  },
  endSilence: withoutAccounts('endSilence(id: "1")'),
  endUserSession: {
    changes: true,
    make: async ({ ask, me, other }) => {
      const query = `{ liveSessions(username: "${other}") { nodes { id } } }`;
      const { liveSessions } = await dataOf<{ liveSessions: { nodes: { id: string }[] } }>(me, query);
      return ask(`endUserSession(username: "${other}", id: "${liveSessions.nodes[0]?.id}")`);
    },
  },
  endUserSessions: changes((other) => `endUserSessions(username: "${other}") { username }`),
  addHost: staysSame('addHost(name: "web-1") { token }'),
  // Other tests cover existing hosts.
  renewHostToken: withoutAccounts(`renewHostToken(id: "9") { token }`),
  renameHost: withoutAccounts('renameHost(id: "9", name: "web-2") { id }'),
  retireHost: withoutAccounts(`retireHost(id: "9") { id }`),
  readmitHost: withoutAccounts('readmitHost(id: "9") { id }'),
  renewCollectorToken: withoutAccounts('renewCollectorToken(id: "9") { token }'),
  retireCollector: withoutAccounts('retireCollector(id: "9") { id }'),
  scrapePreview: withoutAccounts('scrapePreview(url: "http://web-3.example:9100") { problem { code } }'),
  setHostScrape: withoutAccounts('setHostScrape(id: "9", scrape: { url: "http://web-3.example:9100" }) { id }'),
  setHostInterval: withoutAccounts('setHostInterval(id: "9", intervalSeconds: 9) { id }'),
  setNewAccounts: withoutAccounts('setNewAccounts(machines: NONE) { newAccounts }'),
  setUserAccess: changes((other) => `setUserAccess(usernames: ["${other}"], role: OPERATOR) { username }`),
  setHostTags: withoutAccounts('setHostTags(id: "9", tags: []) { id }'),
  deleteSchoolClass: withoutAccounts('deleteSchoolClass(class: "1")'),
  deleteLesson: withoutAccounts('deleteLesson(lesson: "1")'),
  deletePupil: withoutAccounts('deletePupil(class: "1", nickname: "Ana")'),
  joinRoom: withoutAccounts('joinRoom(code: "ABCDEF", nickname: "Ana") { nickname }'),
  login: {
    changes: false,
    make: ({ ask, other }) => ask(`login(username: "${other}", password: "${PASSWORD}") { access }`),
  },
  markTermsSeen: staysSame('markTermsSeen(version: "1")'),
  openRoom: staysSame('openRoom { code }'),
  subscribeToPush: withoutAccounts(
    'subscribeToPush(input: { endpoint: "https://push.example/", p256dh: "", auth: "" }) { endpoint }',
  ),
  unsubscribeFromPush: withoutAccounts('unsubscribeFromPush(endpoint: "https://push.example/")'),
  reauthenticate: changes(() => `reauthenticate(password: "${PASSWORD}") { until }`),
  refreshToken: { changes: false, make: ({ ask, refresh }) => ask(`refreshToken(refresh: "${refresh}") { access }`) },
  register: {
    changes: false,
    make: ({ ask, number }) =>
      ask(
        `register(input: { username: "self${number}", firstName: "New", email: "s@example.com", password1: "${PASSWORD}", password2: "${PASSWORD}" }) { username }`,
      ),
  },
  removeParticipant: withoutAccounts('removeParticipant(room: "ABCDEF", participant: "1")'),
  removeParticipants: withoutAccounts('removeParticipants(room: "ABCDEF", participants: ["1"])'),
  removePasskey: withoutAccounts('removePasskey(id: "1")'),
  removeTotp: withoutAccounts('removeTotp'),
  renamePasskey: withoutAccounts('renamePasskey(id: "1", name: "New") { id }'),
  renewRecoveryCodes: withoutAccounts('renewRecoveryCodes'),
  resetUserFactors: changes((other) => `resetUserFactors(username: "${other}") { username }`),
  retryFailedMails: staysSame('retryFailedMails'),
  // No such mail exists.
  retryMail: { changes: false, make: ({ me }) => me.graphql('mutation { retryMail(id: "1") { id } }') },
  revokePersonalAccessToken: {
    changes: true,
    make: async ({ ask, me }) => {
      const { personalAccessTokens } = await dataOf<{ personalAccessTokens: { id: string }[] }>(
        me,
        '{ personalAccessTokens { id } }',
      );
      return ask(`revokePersonalAccessToken(id: "${personalAccessTokens[0]?.id}")`);
    },
  },
  sendExercise: withoutAccounts(
    'sendExercise(room: "ABCDEF", kind: ADDITION, level: 1, seed: "a", position: 1) { number }',
  ),
  setRegistrationMode: staysSame('setRegistrationMode(mode: OPEN) { registration }'),
  setRoomDoor: withoutAccounts('setRoomDoor(room: "ABCDEF", isOpen: false) { code }'),
  setSecondFactorPolicy: {
    changes: false,
    make: ({ ask }) => ask('setSecondFactorPolicy(policy: OPTIONAL) { secondFactor }'),
  },
  setStaff: changes((other) => `setStaff(username: "${other}", isStaff: false) { username }`),
  setUserPassword: changes(
    (other) => `setUserPassword(username: "${other}", password: "${NEW_PASSWORD}") { username }`,
  ),
  silence: withoutAccounts('silence(input: { host: "1", reason: "Works", until: "2030-01-01T00:00:00Z" }) { id }'),
  testChannel: withoutAccounts('testChannel(id: "1") { isDelivered }'),
  unblockDomain: staysSame('unblockDomain(domain: "example.net")'),
  unlock: staysSame('unlock(username: "nobody")'),
  updateAlertRule: withoutAccounts('updateAlertRule(id: "1", input: { name: "New", expression: "cpu > 90" }) { id }'),
  updateChannel: withoutAccounts('updateChannel(id: "1", input: { name: "New", kind: WEB_PUSH }) { id }'),
  updateTermsVersion: staysSame('updateTermsVersion(version: "1", content: "Two") { version }'),
  withdrawInvitation: withoutAccounts('withdrawInvitation(id: "1")'),
};

/** Account changes other than mutations: every login method and the other pages. */
const PAGES: Readonly<Record<string, Change>> = {
  'login form': logIn('login form', { changes: true }),
  'administration login': logIn('administration login', { changes: true }),
  'token issue': logIn('token issue', { changes: false }),
  'GraphQL login': logIn('GraphQL login', { changes: false }),
  'login by who is logged in': {
    changes: true,
    make: ({ me, other }) => me.submit('/accounts/login/', { username: other, password: PASSWORD }),
  },
  logout: {
    changes: true,
    make: ({ me }) => me.post('/accounts/logout/', { csrfmiddlewaretoken: me.cookies.get('csrftoken') ?? '' }),
  },
};

function logIn(method: string, { changes }: Pick<Change, 'changes'>): Change {
  return { changes, make: ({ app, other }) => loginMethods[method]?.(app, { username: other, password: PASSWORD }) };
}

/** Starts a service that receives no events, not even its own, and doesn't know it. */
async function startDeaf(kind: DatabaseKind): Promise<TestApp> {
  const database = await openTestDatabase(await kind.locate());
  // PostgreSQL uses its own clock.
  return createTestApp({ database, events: new SingleNode(), clock: new FakeClock(new Date()) });
}

async function createScene(
  app: TestApp,
  number: number,
): Promise<Scene & { readonly callers: readonly Credentials[] }> {
  const [mine, other] = [`me${number}`, `other${number}`];
  const callers: Credentials[] = [];
  const browsers: Browser[] = [];
  let refresh = '';
  for (const username of [mine, other]) {
    for (let session = 0; session < 2; session += 1) {
      const browser = await app.loginAs(username, { isStaff: true });
      browsers.push(browser);
      callers.push({ sessionSecret: browser.cookies.get('sessionid') });
    }
    const script = await app.scriptAs(username);
    callers.push({ bearer: script.access });
    refresh = script.refresh;
    callers.push({ bearer: (await app.programAs(username, ['READ', 'STAFF_READ'])).token });
  }
  const me = browsers[0] as Browser;
  return { app, me, other, number, refresh, callers, ask: (document) => dataOf(me, `mutation { ${document} }`) };
}

test('the table above has every mutation', async () => {
  const app = await createTestApp();
  const schema = buildClientSchema(await dataOf<IntrospectionQuery>(await app.loginAs('ana'), getIntrospectionQuery()));
  const present = rootFields(schema).filter(({ kind }) => kind === 'mutation');
  expect(Object.keys(MUTATIONS).sort()).toEqual([...new Set(present.map(({ now }) => now))].sort());
});

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a process and its own changes, on ${kind.name} (contract 13)`, () => {
    test('whatever changes an account is seen at once, though no word of it comes back from the database', async () => {
      const app = await startDeaf(kind);
      const { viewerResolver, sessions, tokens, personalTokens, secondFactors, identities } = app.services;
      const deps = { sessions, tokens, personalTokens, secondFactors, identities, clock: app.clock };
      const asking = new ViewerResolver({ ...deps, version: () => undefined });
      const look = (resolver: ViewerResolver, callers: readonly Credentials[]) =>
        Promise.all(callers.map((caller) => resolver.identify(caller).catch((error: Error) => error.name)));
      let present: Awaited<ReturnType<typeof createScene>> | undefined;
      for (const [number, [name, change]] of Object.entries({ ...MUTATIONS, ...PAGES }).entries()) {
        // A scene whose accounts a change left alone is reused for the next change.
        present ??= await createScene(app, number);
        const { callers, ...scene } = present;
        const before = await look(viewerResolver, callers);
        expect([name, await look(viewerResolver, callers)]).toEqual([name, before]);
        await app.advance({ seconds: 1 });
        await change.make(scene);
        const remembered = await look(viewerResolver, callers);
        const now = await look(asking, callers);
        expect([name, remembered]).toEqual([name, now]);
        expect([name, JSON.stringify(now) !== JSON.stringify(before)]).toEqual([name, change.changes]);
        if (change.changes) present = undefined;
      }
    });
  });
}
