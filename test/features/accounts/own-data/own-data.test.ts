import { describe, expect, test } from 'vitest';
import { entities } from '../../../../src/app/entities.js';
import { AccountDeletion } from '../../../../src/features/accounts/own-data/account-deletion.js';
import { DeletedAccount } from '../../../../src/features/accounts/own-data/deleted-account.entity.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { PushSubscription } from '../../../../src/features/alerts/channels/push/push-subscription.entity.js';
import { Incident } from '../../../../src/features/alerts/incidents/incident.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { CHANGED_AT_ONCE } from '../../../../src/platform/audit/forget-person.js';
import { DEFAULT_UNITS } from '../../../../src/shared/units/units.js';
import { codeOf, dataOf } from '../../../support/administration.js';
import { openIncident } from '../../../support/alerts/alerts.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp, PASSWORD, SECRET_KEY, type TestApp } from '../../../support/test-app.js';

const DELETE = 'mutation ($username: String!) { deleteOwnAccount(username: $username) }';
/** Any data that identifies the account in these tests. */
const NAMES = /"\s*(ana|ANA)\s*\\?"|ana\.(secret|new)|Anast|rui@example|push\.example/;

const PSEUDONYM = /^deleted-[\da-f]{12}$/;

/** Repeats the deletion until the name is gone from every audit row. */
async function finished(app: TestApp): Promise<void> {
  await app.services.accountDeletion.finish();
}

/** Returns all text in all tables, except for the database's own. */
async function everyText(app: TestApp): Promise<string> {
  const unit = app.database.em.fork();
  const tables = [];
  for (const entity of entities.sqlite) tables.push(await unit.find(entity as typeof User, {}));
  return JSON.stringify(tables);
}

/** Creates an account that has left traces in many tables. */
async function livelyAccount(app: TestApp) {
  const ana = await app.loginAs('ana', { isStaff: true, email: 'ana.secret@example.com', firstName: 'Anastasia' });
  await app.loginAs('eva', { isStaff: true });
  await app.browser().submit('/accounts/login/', { username: 'ANA', password: 'wrong' });
  const change = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
  await dataOf(ana, change, { input: { firstName: 'Anastácia', email: 'ana.new@example.com' } });
  const { id } = await openIncident(app);
  const acknowledge = 'mutation ($id: ID!) { acknowledgeIncident(id: $id, note: "looked") { id } }';
  await dataOf(ana, acknowledge, { id: String(id) });
  await dataOf(await app.loginAs('eva'), acknowledge, { id: String(id) });
  await dataOf(ana, acknowledge, { id: String(id) });
  await dataOf(ana, 'mutation { blockDomain(domain: "spam.example") { domain } }');
  await dataOf(ana, 'mutation { createInvitation(email: "rui@example.com") { link } }');
  const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
  await app.database.em.fork().insert(PushSubscription, {
    userId: user.id,
    endpoint: 'https://push.example/ana',
    p256dh: 'x',
    auth: 'y',
    browser: 'Firefox 140',
    createdAt: app.clock.now(),
  });
  return { ana, id: user.id };
}

describe('the own data (contract 14)', () => {
  test('are everything that is kept about one, as JSON, without secrets and without those of others', async () => {
    const app = await createTestApp();
    const { ana } = await livelyAccount(app);
    const { ownData } = await dataOf<{ ownData: string }>(ana, '{ ownData }');
    const data = JSON.parse(ownData);
    expect(data).toMatchObject({
      service: 'http://vigia.test',
      account: {
        ...{ username: 'ana', firstName: 'Anastácia', email: 'ana.new@example.com', isStaff: true },
        preferences: { language: null, theme: 'auto', ...DEFAULT_UNITS },
      },
      sessions: [{ address: '127.0.0.1' }],
      failedLogins: [{ address: '127.0.0.1' }],
      invitations: [{ madeByYou: true, email: 'rui@example.com' }],
      blockedDomains: [{ domain: 'spam.example' }],
      notifiedBrowsers: [{ browser: 'Firefox 140' }],
      acknowledgedIncidents: [{ note: 'looked' }],
      auditTrail: { about: { isComplete: true }, byYou: { isComplete: true } },
    });
    const about = data.auditTrail.about.events.map(({ event, result }: Record<string, string>) => `${event} ${result}`);
    expect(about).toEqual(expect.arrayContaining(['login success', 'login failure', 'profile_change success']));
    expect(data.auditTrail.byYou.events.map(({ event }: Record<string, string>) => event)).toContain('domain_block');
    expect(ownData).not.toMatch(/pbkdf2|tokenHash|nonce|"eva@example.com"/);
    const [session] = await app.database.em.fork().find(Session, {});
    expect(ownData).not.toContain(session?.id);
  });

  test('have an end, and are asked for a few times an hour', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    await addEvents(app, user, 2001);
    const { ownData } = await dataOf<{ ownData: string }>(ana, '{ ownData }');
    const { events, isComplete } = JSON.parse(ownData).auditTrail.about;
    expect([events.length, isComplete]).toEqual([2000, false]);
    for (let more = 0; more < 9; more += 1) await dataOf(ana, '{ ownData }');
    expect(await codeOf(ana, '{ ownData }')).toBe('RATE_LIMITED');
    expect(await codeOf(await app.loginAs('bia'), '{ a: ownData b: ownData }')).toBe('BAD_USER_INPUT');
  });
});

/** Adds as many events to an account as it might cause in a year. */
async function addEvents(app: TestApp, { id: userId }: { readonly id: number | null }, count: number): Promise<void> {
  const event = {
    event: 'logout',
    result: 'success',
    door: 'form',
    address: '::1',
    username: 'ana',
    usernameKey: 'ana',
  };
  const rows = Array.from({ length: count }, () => ({ ...event, at: app.clock.now(), userId }));
  const unit = app.database.em.fork();
  await unit.insertMany(
    AuthenticationEvent,
    rows.map((row) => unit.create(AuthenticationEvent, row, { persist: false })),
  );
}

describe.each(databaseKinds)('deleting the own account: $name (contract 14)', ({ locate }) => {
  test('takes the name out of every table, and leaves the events', async () => {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const { ana, id } = await livelyAccount(app);
    const countOf = () => app.database.em.fork().count(AuthenticationEvent);
    const events = await countOf();
    expect(await dataOf(ana, DELETE, { username: ' ANA ' })).toEqual({ deleteOwnAccount: true });
    // A backup never contains both name and pseudonym, not even if it is made at this moment.
    expect(await everyText(app)).not.toMatch(NAMES);
    await finished(app);
    expect(await countOf()).toBe(events + 1);
    const trail = await app.database.em.fork().find(AuthenticationEvent, { $or: [{ userId: id }, { actorId: id }] });
    const names = new Set(trail.map(({ userId, username, actor }) => (userId === id ? username : actor)));
    const [pseudonym = ''] = names;
    expect([names.size, PSEUDONYM.test(pseudonym)]).toEqual([1, true]);
    expect(trail.map(({ event }) => event)).toContain('account_delete');
    const [incident] = await app.database.em.fork().find(Incident, {});
    expect(incident?.acknowledgedBy).toBe(pseudonym);
    expect(await app.database.em.fork().count(DeletedAccount)).toBe(1);
    await app.sleep({ minutes: 120 });
    await finished(app);
    expect(await everyText(app)).not.toMatch(NAMES);
    expect(await app.database.em.fork().count(DeletedAccount)).toBe(0);
  });

  test('leaves facts of others alone, whatever they are called and say', async () => {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const [note, eva] = [await app.loginAs('note'), await app.loginAs('eva')];
    const { id } = await openIncident(app);
    const acknowledge = 'mutation ($id: ID!, $text: String!) { acknowledgeIncident(id: $id, note: $text) { id } }';
    await dataOf(note, acknowledge, { id: String(id), text: 'first' });
    await dataOf(eva, acknowledge, { id: String(id), text: 'note' });
    const factsOf = async () => {
      const unit = app.database.em.fork();
      const row = await unit.findOneOrFail(AuthenticationEvent, { event: 'incident_acknowledge', usernameKey: 'eva' });
      return { before: JSON.parse(row.before ?? ''), after: JSON.parse(row.after ?? '') };
    };
    const { before, after } = await factsOf();
    expect([before, after.note]).toEqual([{ acknowledgedBy: 'note' }, 'note']);
    await dataOf(note, DELETE, { username: 'note' });
    expect(await factsOf()).toEqual({ before: { acknowledgedBy: expect.stringMatching(PSEUDONYM) }, after });
  });

  test('of more rows than a transaction changes the others follow, and no row keeps the name meanwhile but they', async () => {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const ana = await app.loginAs('ana');
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    await addEvents(app, user, CHANGED_AT_ONCE + 10);
    await addEvents(app, { id: null }, 10);
    const left = () => app.database.em.fork().count(AuthenticationEvent, { usernameKey: 'ana' });
    app.services.accountDeletion.stop();
    await dataOf(ana, DELETE, { username: 'ana' });
    expect(await left()).toBe(21);
    const [deleted] = await app.database.em.fork().find(DeletedAccount, {});
    expect(deleted).toMatchObject({ isTrailDone: false, nameHash: expect.stringMatching(/^[\da-f]{64}$/) });
    expect(JSON.stringify(deleted)).not.toContain('"ana"');
    // Finishes the deletion as the next process would.
    const { em } = app.database;
    const { audit, changedAccounts } = app.services;
    const deps = { em, clock: app.clock, secretKey: SECRET_KEY, audit, changedAccounts, report: () => '' };
    await new AccountDeletion({ ...deps, personalRecords: [] }).finish();
    expect(await left()).toBe(0);
    expect(await em.fork().find(DeletedAccount, {})).toMatchObject([{ isTrailDone: true, nameHash: null }]);
  });

  test('ends sessions, tokens and sockets at once, and the name is free', async () => {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const ana = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const samples = app.live({ as: ana }).iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await samples.next();
    const closed = samples.next();
    // The promise may reject before it is awaited.
    closed.catch(() => {});
    await dataOf(ana, DELETE, { username: 'ana' });
    await expect(closed).rejects.toMatchObject({ code: 4403 });
    expect((await ana.get('/conta/')).status).toBe(302);
    expect((await script.graphql('{ preferences { theme } }')).status).toBe(401);
    const refreshed = await app.browser().graphql(`mutation { refreshToken(refresh: "${script.refresh}") { access } }`);
    expect(refreshed.status).toBe(401);
    const logIn = await app.browser().submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    expect(logIn.status).toBe(200);
    // A new account with the same name does not inherit the deleted account's tokens.
    await app.loginAs('ana');
    expect((await script.graphql('{ preferences { theme } }')).status).toBe(401);
    await finished(app);
    expect((await app.database.em.fork().find(AuthenticationEvent, { usernameKey: 'ana' })).length).toBeGreaterThan(0);
  });

  test('of the staff, the last active one stays, however many go at once', async () => {
    const app = await createTestApp({ database: await openTestDatabase(await locate()) });
    const names = ['ana', 'bia', 'eva'];
    const staff = await Promise.all(names.map((name) => app.loginAs(name, { isStaff: true })));
    const codes = await Promise.all(staff.map((one, index) => codeOf(one, DELETE, { username: names[index] })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(2);
    expect(codes).toContain('BAD_USER_INPUT');
    expect(await app.database.em.fork().count(User, { isActive: true, isStaff: true })).toBe(1);
  });
});

describe('deleting the own account (contract 14)', () => {
  test('takes the own name, and a password given a short time ago', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    for (const username of ['', 'bia', 'ana maria', 'ana\u0000']) {
      expect([username, await codeOf(ana, DELETE, { username })]).toEqual([username, 'BAD_USER_INPUT']);
    }
    await app.sleep({ minutes: 16 });
    expect(await codeOf(ana, DELETE, { username: 'ana' })).toBe('REAUTHENTICATION_REQUIRED');
    await dataOf(ana, `mutation { reauthenticate(password: "${PASSWORD}") { __typename } }`);
    expect(await codeOf(ana, DELETE, { username: 'ana' })).toBeUndefined();
  });

  test('goes on after a process has ended in between, and takes rows that were only counted until then', async () => {
    const app = await createTestApp();
    await app.loginAs('ana');
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    await addEvents(app, user, 1200);
    const pseudonym = 'deleted-0123456789ab';
    const row = { userId: user.id, pseudonym, nameHash: null, isTrailDone: false, deletedAt: app.clock.now() };
    await app.database.em.fork().insert(DeletedAccount, row);
    const left = () => app.database.em.fork().count(AuthenticationEvent, { usernameKey: 'ana' });
    await app.sleep({ minutes: 60 });
    await expect.poll(left).toBe(0);
    // Logins beyond fifty a day are counted in memory; a row with the name is written within the hour.
    await addEvents(app, user, 1);
    expect(await app.database.em.fork().count(DeletedAccount)).toBe(1);
    await app.sleep({ minutes: 60 });
    await expect.poll(left).toBe(0);
    await expect.poll(() => app.database.em.fork().count(DeletedAccount)).toBe(0);
  });

  test('a mail that waits for the account is not sent', async () => {
    const provider = await startFakeMailProvider();
    const app = await createTestApp({ environment: provider.environment });
    const ana = await app.loginAs('ana');
    const user = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'ana' });
    const unit = app.database.em.fork();
    app.services.mailsByKind.welcome.queue(unit, user, 'pt');
    await unit.flush();
    await dataOf(ana, DELETE, { username: 'ana' });
    app.services.outbox.announce();
    await expect.poll(() => app.services.outbox.count('waiting')).toBe(0);
    expect(provider.received).toEqual([]);
  });

  test('the login says that it is done, to who comes from there', async () => {
    const app = await createTestApp();
    const ana = await app.loginAs('ana');
    await dataOf(ana, DELETE, { username: 'ana' });
    const csrfmiddlewaretoken = ana.cookies.get('csrftoken') ?? '';
    await ana.post('/accounts/logout/', { csrfmiddlewaretoken, reason: 'account_deleted' });
    const login = await ana.get('/accounts/login/');
    expect(login.text).toContain('Sua conta foi excluída.');
    expect(login.text).not.toContain('foi encerrada');
    const bia = await app.loginAs('bia');
    const token = bia.cookies.get('csrftoken') ?? '';
    await bia.post('/accounts/logout/', { csrfmiddlewaretoken: token, reason: 'account_deleted' });
    expect((await bia.get('/accounts/login/')).text).not.toContain('excluída');
  });
});
