import { describe, expect, test } from 'vitest';
import { Invitation } from '../../../../src/features/accounts/invitations/invitation.entity.js';
import { INVITATIONS_MAX } from '../../../../src/features/accounts/invitations/invitations.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { reauthenticate } from '../../../support/accounts/reauthentication.js';
import { dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { headerOf, partOf, startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import type { Browser } from '../../../support/http/browser.js';
import { rowIdOf } from '../../../support/row-id.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const ADDRESS = '/accounts/registrar/';
const DAY_MINUTES = 1440;
const JSON_PLEASE = { accept: 'application/json' };

function formOf(username: string, more: Record<string, string> = {}) {
  const email = `${username}@example.com`;
  return { first_name: 'Bia', username, email, password1: PASSWORD, password2: PASSWORD, ...more };
}

const REGISTER =
  'mutation ($input: RegisterInput!, $invitation: String) { register(input: $input, invitation: $invitation) { username } }';

function buildInput(username: string) {
  const { first_name: firstName, ...rest } = formOf(username);
  return { ...rest, firstName };
}

const CREATE = `mutation ($email: String, $isStaff: Boolean! = false, $sendMail: Boolean! = false) {
  createInvitation(email: $email, isStaff: $isStaff, sendMail: $sendMail) {
    link invitation { id state email isStaff createdBy usedBy expiresAt }
  }
}`;

interface Created {
  readonly link: string;
  readonly invitation: { readonly id: string; readonly [fact: string]: unknown };
}

async function invite(staff: Browser, variables: object = {}): Promise<Created & { readonly code: string }> {
  const { createInvitation } = await dataOf<{ createInvitation: Created }>(staff, CREATE, variables);
  return { ...createInvitation, code: new URL(createInvitation.link).searchParams.get('convite') ?? '' };
}

async function listOf(staff: Browser) {
  const query = '{ invitations { nodes { id state email isStaff createdBy usedBy } } }';
  return (await dataOf<{ invitations: { nodes: object[] } }>(staff, query)).invitations.nodes;
}

const codeOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors?: { extensions: { code: string } }[] }>().errors?.[0]?.extensions.code;

const usernames = async (app: TestApp) => (await app.database.em.fork().find(User, {})).map(({ username }) => username);

const startWith = (REGISTRATION: string, more: Parameters<typeof createTestApp>[0] = {}) =>
  createTestApp({ ...more, environment: { REGISTRATION, CONTACT: 'Ana, sala 12', ...more.environment } });

describe('who may register (contract 14)', () => {
  test('nobody, while it is closed: the form, JSON and GraphQL say so with 403, and the login has no link', async () => {
    const app = await startWith('closed');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { link, code } = await invite(staff);
    const visitor = app.browser();
    for (const path of [ADDRESS, link.replace('http://vigia.test', '')]) {
      const page = await visitor.get(path);
      expect([page.status, page.text.includes('Cadastro fechado'), page.text.includes('Ana, sala 12')]).toEqual([
        403,
        true,
        true,
      ]);
    }
    const login = await visitor.get('/accounts/login/');
    expect(login.text).not.toContain(ADDRESS);
    const csrfmiddlewaretoken = await visitor.csrfToken('/accounts/login/');
    const form = { ...formOf('bia', { convite: code }), csrfmiddlewaretoken };
    expect((await visitor.post(ADDRESS, form)).status).toBe(403);
    const refused = await visitor.post(ADDRESS, form, JSON_PLEASE);
    expect([refused.status, refused.json()]).toEqual([
      403,
      { detail: 'No momento, não é possível criar contas aqui.', code: 'registration_closed' },
    ]);
    const overGraphQL = await visitor.graphql(REGISTER, { input: buildInput('bia'), invitation: code });
    expect([overGraphQL.status, codeOf(overGraphQL)]).toEqual([403, 'REGISTRATION_CLOSED']);
    expect(await usernames(app)).toEqual(['eva']);
  });

  test('staff create accounts all the same', async () => {
    const app = await startWith('closed');
    const staff = await app.loginAs('eva', { isStaff: true });
    const createUser = 'mutation ($input: CreateUserInput!) { createUser(input: $input) { username } }';
    const input = { ...buildInput('bia'), isStaff: false };
    expect(await dataOf(staff, createUser, { input })).toEqual({ createUser: { username: 'bia' } });
  });

  test('only the invited, each invitation once; the page says whom it is for, and keeps the code with faults', async () => {
    const app = await startWith('invite');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { link, code, invitation } = await invite(staff, { email: 'Bia@Example.com' });
    expect(link).toBe(`http://vigia.test${ADDRESS}?convite=${code}`);
    expect(invitation).toMatchObject({ state: 'OPEN', email: 'Bia@Example.com', isStaff: false, createdBy: 'eva' });

    const visitor = app.browser();
    const closed = await visitor.get(ADDRESS);
    expect([closed.status, closed.text.includes('Aqui só cria conta quem recebeu um convite.')]).toEqual([403, true]);
    expect((await visitor.get('/accounts/login/')).text).not.toContain(ADDRESS);
    const path = `${ADDRESS}?convite=${code}`;
    const page = await visitor.get(path);
    expect(page.text).toContain('Este convite é para Bia@Example.com.');
    expect(page.text).toContain('name="email" type="email" value="Bia@Example.com"');
    expect(page.text).toContain(`convite=${code}&amp;language=en`);

    const faulty = await visitor.submit(path, formOf('bia', { password2: 'another', convite: code }));
    expect(faulty.text).toContain(`name="convite" value="${code}"`);
    const other = await visitor.submit(path, formOf('rui', { convite: code }));
    expect(other.text).toContain('O convite é para outro endereço.');
    expect((await visitor.submit(path, formOf('bia', { convite: code }))).status).toBe(302);

    const again = await visitor.get(path);
    expect([again.status, again.text.includes('Este convite não vale mais')]).toEqual([403, true]);
    expect(await listOf(staff)).toEqual([
      { id: invitation.id, state: 'USED', email: 'Bia@Example.com', isStaff: false, createdBy: 'eva', usedBy: 'bia' },
    ]);
    expect(await usernames(app)).toEqual(['eva', 'bia']);
  });

  test.each(databaseKinds)('of two registrations at once with one invitation, one wins: %s', async (kind) => {
    const database = await openTestDatabase(await kind.locate());
    const app = await startWith('invite', { database });
    const { code: invitation } = await invite(await app.loginAs('eva', { isStaff: true }));
    const answers = await Promise.all(
      ['bia', 'rui', 'lia'].map((name) => app.browser().graphql(REGISTER, { input: buildInput(name), invitation })),
    );
    expect(answers.map((answer) => codeOf(answer) ?? 'created').sort()).toEqual([
      'REGISTRATION_CLOSED',
      'REGISTRATION_CLOSED',
      'created',
    ]);
    expect(await usernames(app)).toHaveLength(2);
  });

  test('an invitation gives the staff role where it says so, and the audit has whose it was', async () => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { code, invitation } = await invite(staff, { isStaff: true });
    const page = await app.browser().get(`${ADDRESS}?convite=${code}`);
    expect(page.text).toContain('Sua conta fará parte da equipe.');
    await app.browser().graphql(REGISTER, { input: buildInput('bia'), invitation: code });
    const bia = await app.database.em.fork().findOneOrFail(User, { usernameKey: 'bia' });
    expect(bia.isStaff).toBe(true);
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: { $ne: 'login' } });
    expect(events.map(({ event, actor, before, after }) => [event, actor, before, after])).toEqual([
      [
        'invitation_create',
        'eva',
        null,
        `{"invitation":${rowIdOf(invitation.id)},"isStaff":true,"role":"STAFF","isForOneAddress":false}`,
      ],
      ['register', '', null, `{"invitation":${rowIdOf(invitation.id)},"isStaff":true,"role":"STAFF","machines":"ALL"}`],
      ['staff_grant', '', '{"isStaff":false}', `{"isStaff":true,"invitation":${rowIdOf(invitation.id)}}`],
    ]);
  });

  test.each([
    ['its seven days are over', async (app: TestApp) => app.sleep({ minutes: 7 * DAY_MINUTES })],
    [
      'it was withdrawn',
      async (_: TestApp, staff: Browser, id: string) => {
        await dataOf(staff, 'mutation ($id: ID!) { withdrawInvitation(id: $id) }', { id });
      },
    ],
    [
      'its maker has lost the role',
      async (app: TestApp) => {
        const rui = await app.loginAs('rui', { isStaff: true });
        await dataOf(rui, 'mutation { setStaff(username: "eva", isStaff: false) { username } }');
      },
    ],
  ])('an invitation holds no longer when %s', async (_, end) => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { code, invitation } = await invite(staff);
    expect((await app.browser().get(`${ADDRESS}?convite=${code}`)).status).toBe(200);
    await end(app, staff, invitation.id);
    // An invitation that has ended is not silently dropped: the page offers registration without it.
    const page = await app.browser().get(`${ADDRESS}?convite=${code}`);
    expect([page.status, page.text.includes(`href="${ADDRESS}"`)]).toEqual([403, true]);
    const answer = await app.browser().graphql(REGISTER, { input: buildInput('bia'), invitation: code });
    expect(codeOf(answer)).toBe('REGISTRATION_CLOSED');
  });

  test('an invitation is withdrawn once, and no other id is one', async () => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { invitation } = await invite(staff);
    const withdraw = (id: string) => staff.graphql('mutation ($id: ID!) { withdrawInvitation(id: $id) }', { id });
    expect((await withdraw(invitation.id)).json()).toEqual({ data: { withdrawInvitation: true } });
    for (const id of [invitation.id, '999', '0x1', '-1', '99999999999']) {
      expect([id, codeOf(await withdraw(id))]).toEqual([id, 'NOT_FOUND']);
    }
    const [created, withdrawn] = await app.database.em.fork().find(AuthenticationEvent, { actor: 'eva' });
    expect([created?.after, withdrawn?.before]).toEqual([created?.after, created?.after]);
  });

  test('a mail takes the link to the address, where mail is on; a withdrawn invitation is not sent', async () => {
    const provider = await startFakeMailProvider();
    const app = await startWith('invite', { environment: provider.environment });
    const staff = await app.loginAs('eva', { isStaff: true });
    const { link } = await invite(staff, { email: 'bia@example.com', sendMail: true });
    await expect.poll(() => provider.received).toHaveLength(1);
    const [mail] = provider.received;
    if (!mail) throw new Error('unreachable');
    expect([mail.to, headerOf(mail, 'To')]).toEqual([['bia@example.com'], 'bia@example.com']);
    expect(partOf(mail, 'text/plain')).toContain('Você recebeu um convite');
    expect(partOf(mail, 'text/plain').match(/https?:\S+/g)).toEqual([link]);
    // An address gets at most three invitations within an hour, regardless of the sender.
    for (let more = 0; more < 4; more += 1) await invite(staff, { email: 'bia@example.com', sendMail: true });
    await expect
      .poll(async () => (await dataOf(staff, '{ mailStatus { waiting } }')) as object)
      .toEqual({
        mailStatus: { waiting: 0 },
      });
    expect(provider.received).toHaveLength(3);
  });

  test.each([
    ['the address that its mail went to is proved', { sendMail: true }, 'bia@example.com', true],
    ['another spelling of it is not', { sendMail: true }, 'BIA@example.com', false],
    ['nor is an address whose link went another way', { sendMail: false }, 'bia@example.com', false],
  ])('by using an invitation, %s', async (_, how, email, isProved) => {
    const provider = await startFakeMailProvider();
    const app = await startWith('invite', { environment: provider.environment });
    const staff = await app.loginAs('eva', { isStaff: true });
    const { code } = await invite(staff, { email: 'bia@example.com', ...how });
    const state = async () => (await app.database.em.fork().findOne(OutboxMessage, { kind: 'invitation' }))?.state;
    await expect.poll(state).toBe(how.sendMail ? 'sent' : undefined);
    await dataOf(app.browser(), REGISTER, { input: { ...buildInput('bia'), email }, invitation: code });
    const bia = await app.database.em.fork().findOneOrFail(User, { username: 'bia' });
    expect(bia.emailProvedAt).toEqual(isProved ? app.clock.now() : null);
  });

  test('what cannot be sent is refused: an address that is none, a mail without one, a mail while mail is off', async () => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const faults = async (variables: object) => {
      const answer = await staff.graphql(CREATE, variables);
      return Object.keys(
        answer.json<{ errors: { extensions: { fields: object } }[] }>().errors[0]?.extensions.fields ?? {},
      );
    };
    expect(await faults({ email: 'nobody' })).toEqual(['email']);
    expect(await faults({ email: 'a@mailinator.com' })).toEqual(['email']);
    expect(await faults({ sendMail: true })).toEqual(['email']);
    expect(await faults({ email: 'bia@example.com', sendMail: true })).toEqual(['sendMail']);
  });

  test('there is an end to invitations, and old ones are deleted (promise 43)', async () => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const { invitation } = await invite(staff);
    const unit = app.database.em.fork();
    const first = await unit.findOneOrFail(Invitation, rowIdOf(invitation.id));
    const { id: _, ...facts } = { ...first };
    const copies = Array.from({ length: INVITATIONS_MAX - 2 }, (_unused, index) => ({
      ...facts,
      tokenHash: String(index).padStart(64, '0'),
    }));
    await unit.insertMany(Invitation, copies);
    await invite(staff);
    const refused = await staff.graphql(CREATE);
    expect([refused.status, refused.text.includes('1.000 convites')]).toEqual([400, true]);
    await app.sleep({ minutes: 8 * DAY_MINUTES });
    await reauthenticate(staff);
    await invite(staff);
    await app.sleep({ minutes: 30 * DAY_MINUTES });
    await app.services.invitations.prune();
    expect(await app.database.em.fork().count(Invitation)).toBe(1);
  });
});

describe('the setting of the staff (contract 14)', () => {
  test('is in the database, over that of the environment, and takes effect at once', async () => {
    const app = await startWith('open');
    const staff = await app.loginAs('eva', { isStaff: true });
    const set = 'mutation ($mode: RegistrationMode!) { setRegistrationMode(mode: $mode) { registration } }';
    expect(await dataOf(staff, set, { mode: 'CLOSED' })).toEqual({ setRegistrationMode: { registration: 'CLOSED' } });
    expect((await app.browser().get(ADDRESS)).status).toBe(403);
    expect(await dataOf(staff, set, { mode: 'OPEN' })).toEqual({ setRegistrationMode: { registration: 'OPEN' } });
    expect((await app.browser().get(ADDRESS)).status).toBe(200);
    expect((await app.browser().get('/accounts/login/')).text).toContain(ADDRESS);
    const events = await app.database.em.fork().find(AuthenticationEvent, { event: 'registration_mode' });
    expect(events.map(({ actor, before, after }) => [actor, before, after])).toEqual([
      ['eva', '{"registration":"OPEN"}', '{"registration":"CLOSED"}'],
      ['eva', '{"registration":"CLOSED"}', '{"registration":"OPEN"}'],
    ]);
  });
});
