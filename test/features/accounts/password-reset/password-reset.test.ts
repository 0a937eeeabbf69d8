import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { isLinkless, linklessName, linklessNames } from '../../../../src/features/accounts/names-in-mails.js';
import { PasswordReset } from '../../../../src/features/accounts/password-reset/password-reset.entity.js';
import { Session } from '../../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { hasUsernameCharacters } from '../../../../src/shared/identity/username.js';
import { dataOf } from '../../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { headerOf, partOf, startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const ASK = '/accounts/senha/';
const SET = '/accounts/senha/nova/';
const NEW = 'another horse 8';
const NEW_PASSWORD = { password1: NEW, password2: NEW };

type Provider = Awaited<ReturnType<typeof startFakeMailProvider>>;

async function startWithMail(more: Parameters<typeof createTestApp>[0] = {}) {
  const provider = await startFakeMailProvider();
  const environment = { ...provider.environment, PUBLIC_URL: 'https://vigia.example', ...more.environment };
  return { provider, app: await createTestApp({ ...more, environment }) };
}

/** Returns the paths of the links in a mail. */
function linksOf(mail: Provider['received'][number] | undefined): string[] {
  if (!mail) throw new Error('There is no mail');
  const links = partOf(mail, 'text/plain').match(/https?:\S+/g) ?? [];
  return links.map((link) => link.replace('https://vigia.example', ''));
}

async function askForLink({ app, provider }: { app: TestApp; provider: Provider }, email = 'ana@example.com') {
  const before = provider.received.length;
  await app.browser().submit(ASK, { email });
  await expect.poll(() => provider.received.length).toBe(before + 1);
  return linksOf(provider.received.at(-1))[0] ?? '';
}

/** Resolves when no mail is waiting. */
async function drained(app: TestApp): Promise<void> {
  await expect.poll(() => app.database.em.fork().count(OutboxMessage, { state: 'waiting' })).toBe(0);
}

const logInWith = (app: TestApp, password: string) =>
  app.browser().submit('/accounts/login/', { username: 'ana', password });

describe('a forgotten password (contract 14)', () => {
  test('is set by the link of a mail, once; that ends sessions, tokens and sockets', async () => {
    const { app, provider } = await startWithMail();
    const ana = await app.loginAs('ana');
    const script = await app.scriptAs('ana');
    const connectionParams = { Authorization: `Bearer ${script.access}` };
    const samples = app.live({ connectionParams }).iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await samples.next();
    const closed = samples.next();
    // The promise may reject before it is awaited.
    closed.catch(() => {});
    const login = await app.browser().get('/accounts/login/');
    expect(login.text).toContain(`href="${ASK}"`);
    const link = await askForLink({ app, provider });
    const owner = app.browser();
    const opened = await owner.get(link);
    expect([opened.status, opened.headers.get('location'), opened.headers.get('referrer-policy')]).toEqual([
      302,
      SET,
      'no-referrer',
    ]);
    const form = await owner.get(SET);
    expect([form.status, form.text.includes('Para a conta ana.')]).toEqual([200, true]);
    const faulty = await owner.submit(SET, { password1: '12345678', password2: 'x' });
    expect(faulty.text).toContain('id="password1-error"');
    expect(faulty.text).toContain('id="password2-error"');
    const answer = await owner.submit(SET, NEW_PASSWORD);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/accounts/login/']);
    expect((await owner.get('/accounts/login/')).text).toContain('Nova senha salva.');

    await expect(closed).rejects.toMatchObject({ code: 4403 });
    expect((await ana.get('/')).status).toBe(302);
    expect((await script.graphql('{ preferences { theme } }')).status).toBe(401);
    expect(await app.database.em.fork().count(Session)).toBe(0);
    expect((await logInWith(app, PASSWORD)).status).toBe(200);
    expect((await logInWith(app, NEW)).status).toBe(302);
    const again = app.browser();
    await again.get(link);
    expect((await again.get(SET)).status).toBe(404);
    const [event] = await app.database.em.fork().find(AuthenticationEvent, { event: 'password_reset' });
    expect([event?.result, event?.door, event?.username]).toEqual(['success', 'form', 'ana']);
  });

  test('the mail is in the language of the account, and its link is stored as a hash', async () => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana', { language: 'en' });
    const link = await askForLink({ app, provider }, 'ANA@example.com');
    const [mail] = provider.received;
    if (!mail) throw new Error('unreachable');
    expect([mail.to, headerOf(mail, 'Subject')]).toEqual([['ana@example.com'], 'Set a new password']);
    expect(partOf(mail, 'text/plain')).toContain('the account “ana”');
    const token = new URLSearchParams(link.split('?')[1]).get('codigo') ?? '';
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = JSON.stringify([
      await app.database.em.fork().find(PasswordReset, {}),
      await app.database.em.fork().find(OutboxMessage, {}),
    ]);
    expect(rows).not.toContain(token);
    await drained(app);
    // The typed address is deleted along with the mail.
    expect(await app.database.em.fork().find(OutboxMessage, { address: { $ne: null } })).toEqual([]);
  });

  test('who asks learns nothing: the answer is the same for an address that nobody has, and nothing is left of it', async () => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana');
    await app.createUser('rui', { isActive: false });
    const masked = ({ status, text }: { status: number; text: string }) => [status, text];
    const known = await app.browser().submit(ASK, { email: 'ana@example.com' });
    const unknown = await app.browser().submit(ASK, { email: 'nobody@example.com' });
    const inactive = await app.browser().submit(ASK, { email: 'rui@example.com' });
    expect(masked(unknown)).toEqual(masked(known));
    expect(masked(inactive)).toEqual(masked(known));
    await drained(app);
    expect(provider.received.map(({ to }) => to)).toEqual([['ana@example.com']]);
    expect(await app.database.em.fork().count(OutboxMessage)).toBe(1);
  });

  test('several accounts with one address share a mail, which names each', async () => {
    const { app, provider } = await startWithMail();
    for (const username of ['ana', 'bia.lima']) await app.createUser(username, { email: 'casa@example.com' });
    await app.browser().submit(ASK, { email: 'casa@example.com' });
    await expect.poll(() => provider.received).toHaveLength(1);
    const text = partOf(provider.received[0] as never, 'text/plain');
    expect(text).toContain('Definir a senha de ana: ');
    expect(text).toContain('Definir a senha de bia·lima: ');
    const second = /de bia·lima: https:..vigia.example(\S+)/.exec(text)?.[1] ?? '';
    const owner = app.browser();
    await owner.get(second);
    await owner.submit(SET, NEW_PASSWORD);
    expect((await logInWith(app, PASSWORD)).status).toBe(302);
  });

  test('strangers who give their accounts the same address crowd no older one out of its mail, nor get it', async () => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana');
    const lastLogin = app.clock.now();
    for (let number = 0; number < 10; number += 1) {
      await app.createUser(`stranger${number}`, { email: 'ANA@example.com', lastLogin });
    }
    await app.browser().submit(ASK, { email: 'ana@example.com' });
    await expect.poll(() => provider.received).toHaveLength(1);
    const [mail] = provider.received;
    expect(mail?.to).toEqual(['ana@example.com']);
    expect(partOf(mail as never, 'text/plain')).toContain('para a conta “ana”');
  });

  const older = databaseKinds.flatMap(({ name, locate }) => [10, 11].map((count) => ({ name, locate, count })));

  test.each(older)(
    '$count older accounts with the address in another spelling push nobody out, nor get the link: $name',
    async ({ count, locate }) => {
      const { app, provider } = await startWithMail({ database: await openTestDatabase(await locate()) });
      for (let number = 0; number < count; number += 1) {
        await app.createUser(`stranger${number}`, { email: 'ANA@example.com', lastLogin: app.clock.now() });
      }
      await app.createUser('ana');
      await app.browser().submit(ASK, { email: 'ana@example.com' });
      await expect.poll(() => provider.received).toHaveLength(2);
      const [own, other] = provider.received;
      expect([own?.to, other?.to]).toEqual([['ana@example.com'], ['ANA@example.com']]);
      expect(partOf(own as never, 'text/plain')).toContain('para a conta “ana”');
      const links = partOf(other as never, 'text/plain').match(/Definir a senha de stranger\d+/g) ?? [];
      expect(links).toHaveLength(10);
      await drained(app);
    },
  );

  test.each([10, 11])(
    '%i accounts that give the very same address push nobody out who has proved it',
    async (count) => {
      const { app, provider } = await startWithMail();
      await app.createUser('ana');
      const owner = app.browser();
      await owner.get(await askForLink({ app, provider }));
      await owner.submit(SET, NEW_PASSWORD);
      const { id } = await app.database.em.fork().findOneOrFail(User, { username: 'ana' });
      await app.database.em.fork().nativeUpdate(User, { id }, { id: id + 1000 });
      for (let number = 0; number < count; number += 1) {
        await app.createUser(`stranger${number}`, { email: 'ana@example.com', lastLogin: app.clock.now() });
      }
      await app.browser().submit(ASK, { email: 'ana@example.com' });
      await expect.poll(() => provider.received).toHaveLength(2);
      expect(partOf(provider.received[1] as never, 'text/plain')).toContain('Definir a senha de ana: ');
    },
  );

  test('an address is proved by the link of a mail, and no more once the account has another', async () => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana');
    const provedAt = async () => (await app.database.em.fork().findOneOrFail(User, { username: 'ana' })).emailProvedAt;
    const owner = app.browser();
    await owner.get(await askForLink({ app, provider }));
    expect(await provedAt()).toBeNull();
    await owner.submit(SET, NEW_PASSWORD);
    expect(await provedAt()).toEqual(app.clock.now());
    const change = (email: string) =>
      `mutation { changeProfile(input: { firstName: "Bia", email: "${email}" }) { email } }`;
    await owner.submit('/accounts/login/', { username: 'ana', password: NEW });
    await dataOf(owner, change('ana@example.com'));
    expect(await provedAt()).not.toBeNull();
    await dataOf(owner, change('ANA@example.com'));
    expect(await provedAt()).toBeNull();
  });

  test.each([
    ['thirty minutes are over', async (app: TestApp) => app.sleep({ minutes: 30 })],
    [
      'the password was changed meanwhile',
      async (app: TestApp) => {
        const input = { oldPassword: PASSWORD, newPassword1: NEW, newPassword2: NEW };
        const change = 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }';
        await dataOf(await app.loginAs('ana'), change, { input });
      },
    ],
    [
      'the account has another address',
      async (app: TestApp) => {
        const change = 'mutation { changeProfile(input: { firstName: "Ana", email: "a@example.com" }) { email } }';
        await dataOf(await app.loginAs('ana'), change);
      },
    ],
    [
      'the account was deactivated',
      async (app: TestApp) => {
        const staff = await app.loginAs('eva', { isStaff: true });
        await dataOf(staff, 'mutation { deactivateUser(username: "ana") { username } }');
      },
    ],
  ])('the link works no longer when %s', async (_, end) => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana');
    const link = await askForLink({ app, provider });
    const owner = app.browser();
    await owner.get(link);
    const csrfmiddlewaretoken = await owner.csrfToken(SET);
    await end(app);
    const answer = await owner.post(SET, { ...NEW_PASSWORD, csrfmiddlewaretoken });
    expect([answer.status, answer.text.includes(`href="${ASK}"`)]).toEqual([404, true]);
    expect((await logInWith(app, NEW)).status).toBe(_.includes('password') ? 302 : 200);
  });

  test.each(databaseKinds)('of two uses of a link at once, one wins: $name', async ({ locate }) => {
    const { app, provider } = await startWithMail({ database: await openTestDatabase(await locate()) });
    await app.createUser('ana');
    const link = await askForLink({ app, provider });
    const owners = [app.browser(), app.browser(), app.browser()];
    const answers = await Promise.all(
      owners.map(async (owner) => {
        await owner.get(link);
        return (await owner.submit(SET, NEW_PASSWORD)).status;
      }),
    );
    expect(answers.sort()).toEqual([302, 404, 404]);
  });

  test('setting it lifts the lock of the name at that place, and at no other', async () => {
    const { app, provider } = await startWithMail({ environment: { TRUST_PROXY: '127.0.0.1' } });
    await app.createUser('ana');
    const at = (address: string) => app.browser({ 'x-forwarded-for': address });
    const fail = (address: string) => at(address).submit('/accounts/login/', { username: 'ana', password: 'x' });
    for (const address of ['192.0.2.1', '192.0.2.2']) for (let tries = 0; tries < 5; tries += 1) await fail(address);
    expect((await fail('192.0.2.1')).status).toBe(429);
    const link = await askForLink({ app, provider });
    const owner = at('192.0.2.1');
    await owner.get(link);
    await owner.submit(SET, NEW_PASSWORD);
    const logIn = (address: string) => at(address).submit('/accounts/login/', { username: 'ana', password: NEW });
    expect([(await logIn('192.0.2.1')).status, (await logIn('192.0.2.2')).status]).toEqual([302, 429]);
  });

  test('an address gets three mails an hour, whatever is asked (promise 45)', async () => {
    const { app, provider } = await startWithMail({ environment: { TRUST_PROXY: '127.0.0.1' } });
    await app.createUser('ana');
    const ask = async (network: number) => {
      const visitor = app.browser({ 'x-forwarded-for': `192.0.${network}.1` });
      expect((await visitor.submit(ASK, { email: 'ana@example.com' })).status).toBe(200);
    };
    for (let network = 0; network < 5; network += 1) await ask(network);
    await drained(app);
    expect(provider.received).toHaveLength(3);
    // The fourth and fifth mails were not even queued.
    expect(app.lines.filter((line) => line.includes('Mail not sent'))).toEqual([]);
    // Requests are counted in windows that may end in between, so the worker also checks how many mails left within the
    // hour.
    const queue = async () => {
      const unit = app.database.em.fork();
      const mail = { kind: 'password_reset', userId: null, address: 'ana@example.com' } as const;
      app.services.outbox.put(unit, { ...mail, language: 'pt', domain: 'example.com' });
      await unit.flush();
      app.services.outbox.announce();
    };
    await app.sleep({ minutes: 60 });
    await queue();
    await drained(app);
    expect(provider.received).toHaveLength(3);
    await app.sleep({ minutes: 1 });
    await queue();
    await expect.poll(() => provider.received).toHaveLength(4);
  });

  test('a network may ask 20 times an hour, its neighbours 40 together (promise 43)', async () => {
    const { app } = await startWithMail({ environment: { TRUST_PROXY: '127.0.0.1' } });
    let asked = 0;
    const ask = async (last: number) => {
      asked += 1;
      const visitor = app.browser({ 'x-forwarded-for': `192.0.2.${last}` });
      return (await visitor.submit(ASK, { email: `x${asked}@example.com` })).status;
    };
    const statuses: number[] = [];
    for (const last of [...Array(21).fill(1), ...Array(21).fill(2), 3]) statuses.push(await ask(last));
    expect(statuses.flatMap((status, index) => (status === 429 ? [index] : []))).toEqual([20, 41, 42]);
    await drained(app);
    expect(await app.database.em.fork().count(OutboxMessage)).toBe(0);
  });

  test('without mail the page says whom to ask, and takes no address', async () => {
    const app = await createTestApp({ environment: { CONTACT: 'Ana <b>, sala 12' } });
    const page = await app.browser().get(ASK);
    expect(page.text).toContain('Com quem falar: Ana &lt;b&gt;, sala 12');
    expect(page.text).not.toContain('<form');
    const visitor = app.browser();
    const csrfmiddlewaretoken = await visitor.csrfToken('/accounts/login/');
    await visitor.post(ASK, { email: 'ana@example.com', csrfmiddlewaretoken });
    expect(await app.database.em.fork().count(OutboxMessage)).toBe(0);
    const other = await createTestApp();
    expect((await other.browser().get(ASK)).text).toContain('Fale com quem cuida deste serviço.');
  });

  test('an address that is none is a fault of the field, and no form is taken without its token', async () => {
    const { app } = await startWithMail();
    for (const email of ['', 'nobody', `${'a'.repeat(250)}@example.com`, 'a@b.example\r\nBcc: x@y.example']) {
      expect((await app.browser().submit(ASK, { email })).text).toContain('id="email-error"');
    }
    expect((await app.browser().post(ASK, { email: 'ana@example.com' })).status).toBe(403);
    expect((await app.browser().post(SET, NEW_PASSWORD)).status).toBe(403);
    expect((await app.browser().get(SET)).status).toBe(404);
  });

  test('links that are over are deleted', async () => {
    const { app, provider } = await startWithMail();
    await app.createUser('ana');
    await askForLink({ app, provider });
    await app.sleep({ minutes: 31 });
    await app.services.passwordResets.prune();
    expect(await app.database.em.fork().count(PasswordReset)).toBe(0);
  });
});

describe('a username in a mail', () => {
  const markdown = new MarkdownIt({ linkify: true });

  test('becomes no link, whatever it is, and stays as it is where it is none already (promise 45)', () => {
    const character = fc.oneof(
      fc.constantFrom('.', '@', '+', '-', '_', '1', '5', 'a', 'é', '中'),
      fc.string({ minLength: 1, maxLength: 1 }),
    );
    const name = fc
      .array(character, { minLength: 1, maxLength: 40 })
      .map((all) => all.join(''))
      .filter(hasUsernameCharacters);
    fc.assert(
      fc.property(fc.oneof(name, fc.constantFrom('evil.example', 'www.evil.example', 'a@b.example')), (username) => {
        const shown = linklessName(username);
        expect(markdown.render(shown)).not.toContain('<a ');
        expect(shown).not.toMatch(/[.@/:]|\d.*\d.*\d.*\d.*\d.*\d.*\d/);
        if (isLinkless(username)) expect(shown).toBe(username);
      }),
    );
  });

  test('is told apart from all others in the mail, and what is no link by itself is not made one', () => {
    const part = fc.constantFrom('.', '@', '+', '-', '_', '1', '5', '2023', '11', 'a', 'é', 'turma', 'b'.repeat(20));
    const name = fc
      .array(part, { minLength: 1, maxLength: 12 })
      .map((all) => all.join(''))
      .filter(hasUsernameCharacters);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 2, maxLength: 40 }), (usernames) => {
        const shown = linklessNames(usernames);
        expect(new Set(shown).size).toBe(usernames.length);
        for (const [index, username] of usernames.entries()) {
          expect(markdown.render(shown[index] ?? '')).not.toContain('<a ');
          expect(shown[index]).not.toMatch(/[.@/:]|\d.*\d.*\d.*\d.*\d.*\d.*\d/);
          if (!isLinkless(username) && !username.includes('+')) expect(shown[index]).not.toBe(username);
        }
      }),
    );
  });

  test('keeps of a number that counts up what differs', () => {
    expect(linklessNames(['a20231105', 'a20231106'])).toEqual(['a··231105', 'a··231106']);
    expect(linklessNames(['ana.lima', 'ana@lima', 'ana+lima'])).toEqual(['ana·lima', 'ana•lima', 'ana+lima']);
    expect(linklessNames(['12345678', '92345678', 'ana'])).toEqual(['··345678 (a)', '··345678 (b)', 'ana']);
  });
});
