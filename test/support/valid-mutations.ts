import { OidcIdentity } from '../../src/features/accounts/users/oidc-identity.entity.js';
import { User } from '../../src/features/accounts/users/user.entity.js';
import { Host } from '../../src/features/monitoring/hosts/storage/host.entity.js';
import { OutboxMessage } from '../../src/platform/outbox/outbox-message.entity.js';
import { beginPasskey, PASSKEY_ORIGIN } from './accounts/passkeys.js';
import { codeOf } from './accounts/second-factors.js';
import { SoftwareAuthenticator } from './accounts/software-authenticator.js';
import { dataOf } from './administration.js';
import { openIncident } from './alerts/alerts.js';
import { pushBrowser } from './alerts/push-browser.js';
import type { Browser } from './http/browser.js';
import { describeOtlpMachine, sendOtlp } from './otlp-host.js';
import { PASSWORD, type TestApp } from './test-app.js';

/** Calls a mutation so that it succeeds, as a staff member, another user or a visitor. @returns its result. */
type Call = (document: string, by?: Browser, variables?: Readonly<Record<string, string>>) => Promise<unknown>;

export interface People {
  readonly staff: Browser;
  readonly ana: Browser;
  readonly visitor: Browser;
}

const NEW_PASSWORD = 'battery staple 8';
const FORM = `firstName: "Nova", email: "nova@example.com", password1: "${NEW_PASSWORD}", password2: "${NEW_PASSWORD}"`;

/**
 * Functions that together call every mutation, one part of the schema after another, in an order in which each
 * succeeds.
 */
export const validMutations: readonly ((call: Call, people: People, app: TestApp) => Promise<void>)[] = [
  callAccounts,
  callAccess,
  callOwnAccount,
  callFactors,
  callPasskeys,
  callIdentities,
  callTerms,
  callHosts,
  callAlerts,
  callChannels,
  callClassroom,
  callOutbox,
  callDeletion,
];

async function callAccounts(call: Call, { staff, ana }: People): Promise<void> {
  await call(`createUser(input: { username: "bia", ${FORM} }) { username }`);
  await call('setStaff(username: "bia", isStaff: true) { username }');
  await call('setStaff(username: "bia", isStaff: false) { username }');
  await call('setUserAccess(usernames: ["bia"], role: STAFF) { username }');
  await call('setUserAccess(usernames: ["bia"], role: MEMBER, machines: NONE) { username }');
  await call('setUserAccess(usernames: ["bia"], role: OPERATOR) { username }');
  await call('deactivateUser(username: "bia") { username }');
  await call('activateUser(username: "bia") { username }');
  await call(`setUserPassword(username: "bia", password: "${PASSWORD}") { username }`);
  await call('resetUserFactors(username: "bia") { username }');
  await call('endUserSessions(username: "bia") { username }');
  await ana.submit('/accounts/login/', { username: 'bia', password: PASSWORD });
  const { liveSessions } = await dataOf<{ liveSessions: { nodes: [{ id: string }] } }>(
    staff,
    '{ liveSessions(username: "bia") { nodes { id } } }',
  );
  await call(`endUserSession(username: "bia", id: "${liveSessions.nodes[0].id}")`);
  await call('unlock(username: "bia")');
  await ana.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
}

async function callAccess(call: Call, { visitor }: People): Promise<void> {
  await call('blockDomain(domain: "lixo.example") { domain }');
  await call('unblockDomain(domain: "lixo.example")');
  const { id } = ((await call('createInvitation { invitation { id } }')) as { invitation: { id: string } }).invitation;
  await call(`withdrawInvitation(id: "${id}")`);
  await call('setRegistrationMode(mode: OPEN) { registration }');
  await call('setNewAccounts(machines: NONE) { newAccounts }');
  await call('setSecondFactorPolicy(policy: OPTIONAL) { secondFactor }');
  await call(`register(input: { username: "rui", ${FORM} }) { username }`, visitor);
  const login = await call(`login(username: "ana", password: "${PASSWORD}") { refresh }`, visitor);
  await call(`refreshToken(refresh: "${(login as { refresh: string }).refresh}") { access }`, visitor);
}

async function callOwnAccount(call: Call, { ana }: People, app: TestApp): Promise<void> {
  await call(`reauthenticate(password: "${PASSWORD}") { until }`, ana);
  await call('changePreferences(theme: DARK) { theme }', ana);
  await call('changeProfile(input: { firstName: "Ana Lima", email: "ana@example.com" }) { username }', ana);
  const change = `oldPassword: "${PASSWORD}", newPassword1: "${NEW_PASSWORD}", newPassword2: "${NEW_PASSWORD}"`;
  await call(`changePassword(input: { ${change} })`, ana);
  await app.browser().submit('/accounts/login/', { username: 'ana', password: NEW_PASSWORD });
  const { sessions } = await dataOf<{ sessions: { id: string; isCurrent: boolean }[] }>(
    ana,
    '{ sessions { id isCurrent } }',
  );
  await call(`endSession(id: "${sessions.find(({ isCurrent }) => !isCurrent)?.id}")`, ana);
  await call('endOtherSessions', ana);
  await call('createPersonalAccessToken(name: "Programa", scopes: [READ]) { token }', ana);
  const { personalAccessTokens } = await dataOf<{ personalAccessTokens: [{ id: string }] }>(
    ana,
    '{ personalAccessTokens { id } }',
  );
  await call(`revokePersonalAccessToken(id: "${personalAccessTokens[0].id}")`, ana);
}

async function callFactors(call: Call, { ana }: People, app: TestApp): Promise<void> {
  const { secret } = (await call('beginTotp { secret }', ana)) as { secret: string };
  await call(`confirmTotp(code: "${codeOf(secret, app)}")`, ana);
  await call('renewRecoveryCodes', ana);
  await call('removeTotp', ana);
}

async function callPasskeys(call: Call, { ana }: People): Promise<void> {
  await call('beginPasskey', ana);
  const response = new SoftwareAuthenticator(PASSKEY_ORIGIN).create(await beginPasskey(ana));
  const add = 'addPasskey(response: $response, name: "Celular") { id }';
  const { id } = (await call(add, ana, { response })) as { id: string };
  await call('beginPasskeyAssertion', ana);
  await call(`renamePasskey(id: "${id}", name: "Telefone") { id }`, ana);
  await call(`removePasskey(id: "${id}")`, ana);
}

async function callIdentities(call: Call, { ana }: People, { database, clock }: TestApp): Promise<void> {
  await call('beginIdentityLink', ana);
  const em = database.em.fork();
  const user = await em.findOneOrFail(User, { usernameKey: 'ana' });
  const person = { issuer: 'https://id.invalid', subject: '1', name: 'ana', createdAt: clock.now() };
  const id = await em.insert(OidcIdentity, { ...person, user: user.id });
  await call(`removeIdentity(id: "OidcIdentity:${id}")`, ana);
}

async function callTerms(call: Call, { ana }: People): Promise<void> {
  const { version } = (await call('createTermsVersion(content: "Um") { version }')) as { version: string };
  await call(`updateTermsVersion(version: "${version}", content: "Dois") { version }`);
  await call(`markTermsSeen(version: "${version}")`, ana);
}

async function callHosts(call: Call, _people: People, app: TestApp): Promise<void> {
  const { host } = (await call('addHost(name: "web-1") { host { id } }')) as { host: { id: string } };
  await call(`renameHost(id: "${host.id}", name: "web-2") { id }`);
  await call(`setHostTags(id: "${host.id}", tags: ["web"]) { id }`);
  await call(`setHostInterval(id: "${host.id}", intervalSeconds: 10) { id }`);
  await call(`renewHostToken(id: "${host.id}") { token }`);
  await call(`retireHost(id: "${host.id}") { id }`);
  const scrape = 'scrape: { url: "http://web-3.example:9100" }';
  const read = (await call(`addHost(name: "web-3", ${scrape}) { host { id } }`)) as { host: { id: string } };
  await call('scrapePreview(url: "http://web-3.example:9100") { problem { code } }');
  await call(`setHostScrape(id: "${read.host.id}", ${scrape}) { id }`);
  const { collector, token } = (await call('addHost(name: "otel", kind: COLLECTOR) { collector { id } token }')) as {
    collector: { id: string };
    token: string;
  };
  const atMs = app.clock.now().getTime();
  await sendOtlp(app.baseUrl, token, describeOtlpMachine({ hostName: 'db-1', atMs, ranSeconds: 1 }));
  const { number } = await app.database.em.fork().findOneOrFail(Host, { resourceName: 'db-1' });
  await call(`retireHost(id: "${number}") { id }`);
  await call(`readmitHost(id: "${number}") { id }`);
  await call(`renewCollectorToken(id: "${collector.id}") { token }`);
  await call(`retireCollector(id: "${collector.id}") { id }`);
}

async function callAlerts(call: Call, { ana }: People, app: TestApp): Promise<void> {
  const { id } = (await call('createAlertRule(input: { name: "Disco", expression: "disk > 99" }) { id }')) as {
    id: string;
  };
  await call(`updateAlertRule(id: "${id}", input: { name: "Disco", expression: "disk > 98" }) { id }`);
  const until = new Date(app.clock.now().getTime() + 3_600_000).toISOString();
  const silence = await call(`silence(input: { rule: "${id}", reason: "Disco novo", until: "${until}" }) { id }`);
  await call(`endSilence(id: "${(silence as { id: string }).id}")`);
  await app.database.em.fork().getConnection().execute('update alert_rules set is_notice_due = true');
  await call('dismissAlertNotice');
  const incident = await openIncident(app);
  await call(`acknowledgeIncident(id: "${incident.id}") { id }`, ana);
  const channel = await call('createChannel(input: { name: "Regras", kind: WEB_PUSH }) { id }');
  await call(`addChannelToRules(channel: "${(channel as { id: string }).id}")`);
  await call(`deleteAlertRule(id: "${id}")`);
}

async function callChannels(call: Call, { ana }: People): Promise<void> {
  const { id } = (await call('createChannel(input: { name: "Navegadores", kind: WEB_PUSH }) { id }')) as { id: string };
  await call(`updateChannel(id: "${id}", input: { name: "Todos", kind: WEB_PUSH }) { id }`);
  const { endpoint, p256dh, auth } = pushBrowser('https://push.example/ana').form;
  const input = `endpoint: "${endpoint}", p256dh: "${p256dh}", auth: "${auth}"`;
  await call(`subscribeToPush(input: { ${input} }) { id }`, ana);
  await call(`unsubscribeFromPush(endpoint: "${endpoint}")`, ana);
  await call(`testChannel(id: "${id}") { isDelivered }`);
  await call(`deleteChannel(id: "${id}")`);
}

async function callClassroom(call: Call, { ana, visitor }: People): Promise<void> {
  const { code } = (await call('openRoom(keepResultsAs: "1B") { code }', ana)) as { code: string };
  await call(`joinRoom(code: "${code}", nickname: "Bia") { nickname }`, visitor);
  const sent = await call(
    `sendExercise(room: "${code}", kind: ADDITION, level: 1, seed: "a", position: 1) { id }`,
    ana,
  );
  await call(`answer(room: "${code}", exercise: "${(sent as { id: string }).id}", answer: "1") { tries }`, visitor);
  const { room } = await dataOf<{ room: { participants: [{ id: string }] } }>(
    ana,
    `{ room(code: "${code}") { participants { id } } }`,
  );
  await call(`removeParticipant(room: "${code}", participant: "${room.participants[0].id}")`, ana);
  await call(`removeParticipants(room: "${code}", participants: ["1"])`, ana);
  await call(`joinRoom(code: "${code}", nickname: "Caio") { nickname }`, ana);
  await call(`setRoomDoor(room: "${code}", isOpen: false) { isDoorOpen }`, ana);
  await call(`closeRoom(room: "${code}") { code }`, ana);
  const { schoolClasses } = await dataOf<{ schoolClasses: [{ id: string; lessons: [{ id: string }] }] }>(
    ana,
    '{ schoolClasses { id lessons { id } } }',
  );
  const [{ id, lessons }] = schoolClasses;
  await call(`deletePupil(class: "${id}", nickname: "Caio")`, ana);
  await call(`deleteLesson(lesson: "${lessons[0].id}")`, ana);
  await call(`deleteSchoolClass(class: "${id}")`, ana);
}

async function callOutbox(call: Call, _people: People, { database, clock }: TestApp): Promise<void> {
  const em = database.em.fork();
  // The mail is not sent because mail is off.
  const at = clock.now();
  const times = { queuedAt: at, nextTryAt: at, triedUntil: at };
  const facts = { messageId: '<1@vigia.test>', language: 'pt', userId: 1, state: 'failed' } as const;
  const mail = em.create(OutboxMessage, { ...facts, ...times });
  await em.persist(mail).flush();
  await call(`retryMail(id: "${mail.id}") { id }`);
  await em.nativeUpdate(OutboxMessage, { id: mail.id }, { state: 'failed' });
  await call('retryFailedMails');
  // The answer says that mail is off.
  await call('sendTestMail(address: "ana@example.com") { isAccepted }');
}

async function callDeletion(call: Call, { ana }: People): Promise<void> {
  await call('deleteOwnAccount(username: "ana")', ana);
}
