import { createECDH, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import SqliteDatabase from 'better-sqlite3';
import { buildSchema } from 'graphql';
import { describe, expect, test, vi } from 'vitest';
import { PersonalAccessToken } from '../../../../src/features/accounts/personal-tokens/personal-access-token.entity.js';
import { publicSessionId, Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { OidcIdentity } from '../../../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { Lesson } from '../../../../src/features/classroom/classes/lesson.entity.js';
import { LessonResult } from '../../../../src/features/classroom/classes/lesson-result.entity.js';
import { SchoolClass } from '../../../../src/features/classroom/classes/school-class.entity.js';
import { RoomExercise } from '../../../../src/features/classroom/exercises/room-exercise.entity.js';
import { RoomParticipant } from '../../../../src/features/classroom/participants/room-participant.entity.js';
import { Room } from '../../../../src/features/classroom/room.entity.js';
import { newRoomCode } from '../../../../src/features/classroom/room-code.js';
import { Collector } from '../../../../src/features/monitoring/hosts/storage/collector.entity.js';
import { Host } from '../../../../src/features/monitoring/hosts/storage/host.entity.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import type { Database, UnitOfWork } from '../../../../src/platform/db/database.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import { openIncident } from '../../../support/alerts/alerts.js';
import { allRows } from '../../../support/databases/all-rows.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { rootFields } from '../../../support/root-fields.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const NEW_PASSWORD = 'another horse 8';
const passwords = { password1: NEW_PASSWORD, password2: NEW_PASSWORD };

interface Present {
  /** Session of the account `ana`. */
  readonly sessionId: string;
  readonly ownSessionId: string;
  readonly version: string;
  /** Id of a failed mail. */
  readonly mail: number;
  readonly rule: string;
  readonly channel: string;
  readonly silence: string;
  readonly incident: number;
  readonly host: string;
  /** A host that is read at an address. */
  readonly scraped: string;
  /** A retired host whose collector may not add it again. */
  readonly refused: string;
  readonly collector: string;
  readonly invitation: string;
  /** The caller's username, and the id of one of their tokens. */
  readonly actor: string;
  readonly personalToken: string;
  /** The caller's link with a person at a provider. */
  readonly identity: string;
  /** Code of an open room that belongs to another user. */
  readonly room: string;
  /** The caller's own open room, in which they also take part, and an earlier lesson of its class. */
  readonly own: {
    readonly room: string;
    readonly participant: number;
    readonly exercise: number;
    readonly schoolClass: number;
    readonly lesson: number;
  };
  /** A time one hour from now. */
  readonly until: string;
}

const RULE = 'name: "New", expression: "cpu > 90"';
const CHANNEL = 'kind: EMAIL, addresses: ["x@example.com"]';
const BROWSER = Object.entries({
  endpoint: 'https://push.example/new',
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
  .map(([name, value]) => `${name}: "${value}"`)
  .join(', ');

/** Every mutation that depends on its caller, with arguments that make it change something. */
const STAFF_MUTATIONS: Readonly<Record<string, (present: Present) => string>> = {
  activateUser: () => 'activateUser(username: "gone") { username }',
  addChannelToRules: ({ channel }) => `addChannelToRules(channel: "${channel}")`,
  blockDomain: () => 'blockDomain(domain: "new.example") { domain }',
  createAlertRule: () => `createAlertRule(input: { ${RULE} }) { id }`,
  createChannel: () => `createChannel(input: { name: "New", ${CHANNEL} }) { id }`,
  createInvitation: () => 'createInvitation { link }',
  createTermsVersion: () => 'createTermsVersion(content: "New") { version }',
  createUser: () => createUser('made'),
  deactivateUser: () => 'deactivateUser(username: "ana") { username }',
  deleteAlertRule: ({ rule }) => `deleteAlertRule(id: "${rule}")`,
  deleteChannel: ({ channel }) => `deleteChannel(id: "${channel}")`,
  dismissAlertNotice: () => 'dismissAlertNotice',
  endSilence: ({ silence }) => `endSilence(id: "${silence}")`,
  endUserSession: ({ sessionId }) => `endUserSession(username: "ana", id: "${sessionId}")`,
  endUserSessions: () => 'endUserSessions(username: "ana") { username }',
  addHost: () => 'addHost(name: "new") { token }',
  renewHostToken: ({ host }) => `renewHostToken(id: "${host}") { token }`,
  renameHost: ({ host }) => `renameHost(id: "${host}", name: "new") { id }`,
  retireHost: ({ host }) => `retireHost(id: "${host}") { id }`,
  setHostScrape: ({ scraped }) => `setHostScrape(id: "${scraped}", scrape: { url: "http://new.example:9100" }) { id }`,
  readmitHost: ({ refused }) => `readmitHost(id: "${refused}") { id }`,
  renewCollectorToken: ({ collector }) => `renewCollectorToken(id: "${collector}") { token }`,
  retireCollector: ({ collector }) => `retireCollector(id: "${collector}") { id }`,
  setHostInterval: ({ host }) => `setHostInterval(id: "${host}", intervalSeconds: 9) { id }`,
  setHostTags: ({ host }) => `setHostTags(id: "${host}", tags: ["new"]) { id }`,
  retryFailedMails: () => 'retryFailedMails',
  retryMail: ({ mail }) => `retryMail(id: "${mail}") { id }`,
  resetUserFactors: () => 'resetUserFactors(username: "ana") { username }',
  setRegistrationMode: () => 'setRegistrationMode(mode: CLOSED) { registration }',
  setSecondFactorPolicy: () => 'setSecondFactorPolicy(policy: OPTIONAL) { secondFactor }',
  setNewAccounts: () => 'setNewAccounts(machines: NONE) { newAccounts }',
  setStaff: () => `setStaff(username: "ana", isStaff: true) { username }`,
  setUserAccess: () => 'setUserAccess(usernames: ["ana"], role: OPERATOR) { username }',
  setUserPassword: () => `setUserPassword(username: "ana", password: "${NEW_PASSWORD}") { username }`,
  silence: ({ until }) => `silence(input: { host: "1", reason: "Works", until: "${until}" }) { id }`,
  unblockDomain: () => 'unblockDomain(domain: "blocked.example")',
  unlock: () => 'unlock(username: "ana")',
  updateAlertRule: ({ rule }) => `updateAlertRule(id: "${rule}", input: { ${RULE} }) { id }`,
  updateChannel: ({ channel }) => `updateChannel(id: "${channel}", input: { name: "Changed", ${CHANNEL} }) { id }`,
  withdrawInvitation: ({ invitation }) => `withdrawInvitation(id: "${invitation}")`,
  updateTermsVersion: ({ version }) => `updateTermsVersion(version: "${version}", content: "Changed") { version }`,
};
const OWN_MUTATIONS: Readonly<Record<string, (present: Present) => string>> = {
  acknowledgeIncident: ({ incident }) => `acknowledgeIncident(id: "${incident}", note: "Seen") { id }`,
  changePassword: () => changePassword,
  changePreferences: () => 'changePreferences(theme: DARK) { theme }',
  changeProfile: () => 'changeProfile(input: { firstName: "New", email: "new@example.com" }) { username }',
  createPersonalAccessToken: () => 'createPersonalAccessToken(name: "New", scopes: [READ]) { token }',
  deleteOwnAccount: ({ actor }) => `deleteOwnAccount(username: "${actor}")`,
  removeIdentity: ({ identity }) => `removeIdentity(id: "${identity}")`,
  revokePersonalAccessToken: ({ personalToken }) => `revokePersonalAccessToken(id: "${personalToken}")`,
  endOtherSessions: () => 'endOtherSessions',
  endSession: ({ ownSessionId }) => `endSession(id: "${ownSessionId}")`,
  markTermsSeen: ({ version }) => `markTermsSeen(version: "${version}")`,
  subscribeToPush: () => `subscribeToPush(input: { ${BROWSER} }) { endpoint }`,
  unsubscribeFromPush: () => 'unsubscribeFromPush(endpoint: "https://push.example/old")',
  openRoom: () => 'openRoom { code }',
  closeRoom: ({ own }) => `closeRoom(room: "${own.room}") { code }`,
  setRoomDoor: ({ own }) => `setRoomDoor(room: "${own.room}", isOpen: false) { code }`,
  sendExercise: ({ own }) =>
    `sendExercise(room: "${own.room}", kind: ADDITION, level: 1, seed: "new", position: 1) { number }`,
  removeParticipant: ({ own }) => `removeParticipant(room: "${own.room}", participant: "${own.participant}")`,
  removeParticipants: ({ own }) => `removeParticipants(room: "${own.room}", participants: ["${own.participant}"])`,
  joinRoom: ({ room, actor }) => `joinRoom(code: "${room}", nickname: "${actor}") { nickname }`,
  answer: ({ own }) => `answer(room: "${own.room}", exercise: "${own.exercise}", answer: "1") { tries }`,
  deleteSchoolClass: ({ own }) => `deleteSchoolClass(class: "${own.schoolClass}")`,
  deleteLesson: ({ own }) => `deleteLesson(lesson: "${own.lesson}")`,
  deletePupil: ({ own }) => `deletePupil(class: "${own.schoolClass}", nickname: "Old")`,
  beginTotp: () => 'beginTotp { secret }',
  reauthenticate: () => `reauthenticate(password: "${PASSWORD}") { until }`,
};
/** Mutations that act immediately and store no change. */
const CHANGES_NOTHING = ['scrapePreview', 'testChannel', 'sendTestMail', 'beginIdentityLink'];
/**
 * Mutations that require an authenticator app or a passkey. The tests of those factors cover them; they make their
 * changes like the others.
 */
const NEEDS_A_FACTOR = [
  ...['confirmTotp', 'removeTotp', 'renewRecoveryCodes'],
  ...['beginPasskey', 'beginPasskeyAssertion', 'addPasskey', 'renamePasskey', 'removePasskey'],
];
/** Mutations that do not depend on the caller's rights. */
const OPEN = ['login', 'refreshToken', 'register'];

function createUser(username: string): string {
  const { password1, password2 } = passwords;
  const fields = { username, email: 'x@example.com', firstName: 'X', password1, password2 };
  const given = Object.entries(fields).map(([name, value]) => `${name}: "${value}"`);
  return `createUser(input: { ${given.join(', ')}, isStaff: true }) { username }`;
}

const changePassword = `changePassword(input: {
  oldPassword: "${PASSWORD}", newPassword1: "${NEW_PASSWORD}", newPassword2: "${NEW_PASSWORD}"
})`;

/** Ways to revoke an account's rights, and the error code that its operations then get. */
const REVOCATIONS: Readonly<Record<string, { run: (unit: UnitOfWork, id: number) => Promise<unknown>; code: string }>> =
  {
    deactivated: {
      run: (unit, id) => unit.nativeUpdate(User, { id }, { isActive: false }),
      code: 'UNAUTHENTICATED',
    },
    'signed out everywhere': {
      run: async (unit, id) => {
        await unit.nativeUpdate(User, { id }, { tokenVersion: 7 });
        await unit.nativeDelete(Session, { user: id });
      },
      code: 'UNAUTHENTICATED',
    },
    demoted: { run: (unit, id) => unit.nativeUpdate(User, { id }, { isStaff: false }), code: 'FORBIDDEN' },
  };

/** Resolves when an operation is waiting for a database lock or has been answered. */
async function waits(database: Database, kind: string, answer: Promise<unknown>): Promise<void> {
  let answered = false;
  void answer.finally(() => {
    answered = true;
  });
  const statement = Object.getPrototypeOf(new SqliteDatabase(':memory:').prepare('select 1'));
  const spies = [vi.spyOn(SqliteDatabase.prototype, 'exec'), vi.spyOn(statement, 'run'), vi.spyOn(statement, 'all')];
  const locked = () => spies.flatMap(({ mock }) => mock.results).filter(({ type }) => type === 'throw').length;
  const inLocks = async () => {
    const here = 'select pid from pg_stat_activity where datname = current_database()';
    const [row] = await database.em
      .getConnection()
      .execute(`select count(*) as waiting from pg_locks where not granted and pid in (${here})`);
    return Number(row.waiting);
  };
  await expect
    .poll(async () => answered || (kind === 'SQLite' ? locked() : await inLocks()) > 0, { interval: 2 })
    .toBe(true);
  for (const spy of spies) spy.mockRestore();
}

/** The mutations' callers, and the ways they lose their rights. */
const CALLERS = [
  ['staff', 'demoted'],
  ['staff', 'signed out everywhere'],
  ['anybody', 'deactivated'],
  ['anybody', 'signed out everywhere'],
] as const;

describe.each(databaseKinds)('an operation that waits for the database, on $name (promise 41)', (kind) => {
  test.runIf(kind.available).each(CALLERS)(
    'of %s is not done, whatever it is, when its caller is %s by then',
    async (who, way) => {
      const location = await kind.locate();
      const [database, elsewhere] = [await openTestDatabase(location), await openTestDatabase(location)];
      const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const app = await createTestApp({ database, environment: { DATABASE_URL: url } });
      const present = await prepare(app);
      const outcomes: Record<string, string | undefined> = {};
      const expected: Record<string, unknown> = {};
      // Each mutation is called by a browser in one case and by a script in the other.
      const logIn = way === 'signed out everywhere' ? app.loginAs : app.scriptAs;
      let number = 0;

      for (const [name, documentOf] of Object.entries(who === 'staff' ? STAFF_MUTATIONS : OWN_MUTATIONS)) {
        number += 1;
        const actor = `eva${number}`;
        const { id } = await app.createUser(actor, { isStaff: true });
        const caller = await logIn(actor);
        // One mutation requires an extra session.
        const ownSessionId = name === 'endSession' ? await anotherSession(app, actor) : '';
        const personalToken = await personalTokenOf(app, id);
        const identity = await identityOf(app, id);
        const callers = { actor, ownSessionId, personalToken, identity, own: await roomOf(app, id) };
        expected[name] = REVOCATIONS[way]?.code ?? '';
        let answer: Promise<string | undefined> = Promise.resolve(undefined);
        const before = await elsewhere.em.fork().transactional(async (unit) => {
          await REVOCATIONS[way]?.run(unit, id);
          answer = codeOf(caller, `mutation { ${documentOf({ ...present, ...callers })} }`);
          await waits(database, kind.name, answer);
          return allRows(unit);
        });
        const outcome = await answer;
        const unchanged = (await allRows(elsewhere.em.fork())) === before;
        outcomes[name] = unchanged ? outcome : `${outcome ?? 'done'}, and something has changed`;
      }
      // The password check may come first; it fails if the account is inactive.
      if (way === 'deactivated') {
        for (const checks of ['changePassword', 'reauthenticate']) {
          expected[checks] = expect.stringMatching(/^(UNAUTHENTICATED|BAD_USER_INPUT)$/);
        }
      }
      expect(outcomes).toEqual(expected);
    },
  );
});

async function prepare(
  app: TestApp,
): Promise<Omit<Present, 'ownSessionId' | 'actor' | 'personalToken' | 'identity' | 'own'>> {
  await app.createUser('gone', { isActive: false });
  const { id } = await app.createUser('ana');
  const chief = await app.loginAs('chefe', { isStaff: true });
  await chief.graphql('mutation { blockDomain(domain: "blocked.example") { domain } }');
  const made = await chief.graphql('mutation { createTermsVersion(content: "Terms") { version } }');
  const { version } = made.json<{ data: { createTermsVersion: { version: string } } }>().data.createTermsVersion;
  await app.loginAs('ana');
  const session = await app.database.em.fork().findOneOrFail(Session, { user: id });
  const now = app.clock.now();
  const mail = await app.database.em.fork().insert(OutboxMessage, {
    messageId: '<failed@vigia.test>',
    userId: id,
    language: 'pt',
    queuedAt: now,
    nextTryAt: now,
    triedUntil: now,
    settledAt: now,
    state: 'failed',
  });
  const until = new Date(now.getTime() + 3_600_000).toISOString();
  const { createAlertRule, createChannel, silence, createInvitation } = await dataOf<
    Record<string, { id: string; invitation: { id: string } }>
  >(
    chief,
    `mutation { createAlertRule(input: { name: "Old", expression: "cpu > 90" }) { id }
      createChannel(input: { name: "Old", ${CHANNEL} }) { id }
      silence(input: { host: "1", reason: "Works", until: "${until}" }) { id }
      createInvitation { invitation { id } } }`,
  );
  const invitation = createInvitation?.invitation.id ?? '';
  const alerts = { rule: createAlertRule?.id ?? '', channel: createChannel?.id ?? '', silence: silence?.id ?? '' };
  const { id: incident } = await openIncident(app);
  const { number } = await app.services.hostEditing.add({ name: 'web-1', tags: [] }, COMMAND_LINE);
  const host = String(number);
  const sources = await addSources(app, chief);
  const { room } = await roomOf(app, id);
  return {
    sessionId: publicSessionId(session),
    version,
    mail,
    until,
    incident,
    host,
    invitation,
    room,
    ...alerts,
    ...sources,
  };
}

async function addSources(app: TestApp, chief: Browser): Promise<Pick<Present, 'scraped' | 'refused' | 'collector'>> {
  const { read, sent } = await dataOf<{ read: { host: { id: string } }; sent: { collector: { id: string } } }>(
    chief,
    `mutation { read: addHost(name: "web-2", scrape: { url: "http://web-2.example:9100" }) { host { id } }
      sent: addHost(name: "otel", kind: COLLECTOR) { collector { id } } }`,
  );
  const { number } = await app.services.hostEditing.add({ name: 'db-1', tags: [] }, COMMAND_LINE);
  const em = app.database.em.fork();
  const collector = await em.findOneOrFail(Collector, { name: 'otel' });
  const refused = { collectorId: collector.id, resourceName: 'db-1', retiredAt: app.clock.now(), tokenHash: null };
  await em.nativeUpdate(Host, { number }, refused);
  return { scraped: read.host.id, refused: String(number), collector: sent.collector.id };
}

async function roomOf(app: TestApp, ownerId: number): Promise<Present['own']> {
  const em = app.database.em.fork();
  const [code, openedAt] = [newRoomCode(), app.clock.now()];
  const expiresAt = new Date(openedAt.getTime() + 3_600_000);
  const schoolClass = await em.insert(SchoolClass, { ownerId, name: '1B', nameKey: '1b' });
  const room = await em.insert(Room, { code, ownerId, schoolClass, allowsGuests: true, openedAt, expiresAt });
  // Rooms have smaller ids, so this room is none of them.
  const earlier = { schoolClass, roomId: room + 1_000_000, heldAt: openedAt, exercises: 1, kinds: 'ADDITION' };
  const lesson = await em.insert(Lesson, earlier);
  await em.insert(LessonResult, { lesson, nickname: 'Old', nicknameKey: 'old', answered: 1, solved: 1 });
  const who = { room, nickname: 'Old', nicknameKey: 'old', userId: ownerId, joinedAt: openedAt };
  const sheet = { kind: 'ADDITION', level: 1, seed: 'old', position: 1 } as const;
  const exercise = await em.insert(RoomExercise, { room, number: 1, ...sheet, sentAt: openedAt });
  const participant = Number(await em.insert(RoomParticipant, who));
  return { room: code, participant, exercise, schoolClass, lesson };
}

async function personalTokenOf(app: TestApp, userId: number): Promise<string> {
  const now = app.clock.now();
  const row = { user: userId, name: 'Old', scopes: 'READ', tokenHash: `of ${userId}`, createdAt: now };
  const expiresAt = new Date(now.getTime() + 3_600_000);
  return String(await app.database.em.fork().insert(PersonalAccessToken, { ...row, expiresAt }));
}

async function identityOf(app: TestApp, userId: number): Promise<string> {
  const row = { user: userId, issuer: 'https://id.example', subject: String(userId), name: 'Old' };
  return String(await app.database.em.fork().insert(OidcIdentity, { ...row, createdAt: app.clock.now() }));
}

async function anotherSession(app: TestApp, username: string): Promise<string> {
  await app.loginAs(username);
  const where = { user: { usernameKey: username } };
  const [session] = await app.database.em.fork().find(Session, where, { orderBy: { createdAt: 'desc' }, limit: 1 });
  if (!session) throw new Error('Nobody is signed in');
  return publicSessionId(session);
}

test('every mutation that needs the rights of its caller is among those', () => {
  const schema = buildSchema(readFileSync('schema.graphql', 'utf8'));
  const mutations = rootFields(schema).filter(({ kind }) => kind === 'mutation');
  const tried = [...Object.keys(STAFF_MUTATIONS), ...Object.keys(OWN_MUTATIONS)];
  expect([...new Set(mutations.map(({ now }) => now))].sort()).toEqual(
    [...tried, ...CHANGES_NOTHING, ...NEEDS_A_FACTOR, ...OPEN].sort(),
  );
});
