import { describe, expect, test } from 'vitest';
import { PasswordHasher } from '../../src/accounts/password-hasher.js';
import { User } from '../../src/accounts/user.entity.js';
import { welcomeWords } from '../../src/accounts/welcome-mail.js';
import { letterHtml, letterText } from '../../src/mail/letter.js';
import { OutboxMail } from '../../src/mail/outbox-mail.entity.js';
import { databaseKinds, openTestDatabase } from '../support/databases.js';
import { headerOf, MAIL_SECRETS, partOf, startFakeMailProvider } from '../support/fake-mail-provider.js';
import { createTestApp, PASSWORD, type TestApp } from '../support/test-app.js';

const ADDRESS = '/accounts/registrar/';

function formOf(username: string) {
  return {
    first_name: 'ana maria',
    username,
    email: `${username}@example.com`,
    password1: PASSWORD,
    password2: PASSWORD,
  };
}

const REGISTER = 'mutation ($input: RegisterInput!) { register(input: $input) { username } }';

function inputOf(username: string) {
  const { first_name: firstName, ...rest } = formOf(username);
  return { input: { ...rest, firstName } };
}

const rowsOf = (app: TestApp) => app.database.em.fork().find(OutboxMail, {}, { orderBy: { id: 'asc' } });

/** A service with mail on, and its provider. */
async function startWithMail(more: Parameters<typeof createTestApp>[0] = {}) {
  const provider = await startFakeMailProvider();
  const app = await createTestApp({ ...more, environment: { ...provider.environment, ...more.environment } });
  return { provider, app };
}

describe('the welcome mail (specification 6, contract 7)', () => {
  test('greets who registers by the form, in the language of the request', async () => {
    const { provider, app } = await startWithMail({ environment: { PUBLIC_URL: 'https://vigia.example' } });
    await app.browser({ 'accept-language': 'en' }).submit(ADDRESS, formOf('ana'));
    await app.browser().submit(ADDRESS, formOf('bia'));
    await expect.poll(() => provider.received).toHaveLength(2);
    const [english, portuguese] = provider.received;
    if (!english || !portuguese) throw new Error('unreachable');
    expect([english.from, english.to]).toEqual(['vigia@example.com', ['ana@example.com']]);
    expect(headerOf(english, 'To')).toBe('Ana Maria <ana@example.com>');
    expect(headerOf(english, 'Subject')).toBe('Your Vigia account is ready');
    const text = partOf(english, 'text/plain');
    expect(text).toContain('Welcome to Vigia, Ana Maria.');
    expect(text).toContain('username “ana”');
    expect(text).toContain('https://vigia.example/accounts/login/');
    expect(partOf(english, 'text/html')).toContain('href="https://vigia.example/accounts/login/"');
    expect(partOf(portuguese, 'text/plain')).toContain('Boas-vindas ao Vigia, Ana Maria.');
    expect(portuguese.to).toEqual(['bia@example.com']);
  });

  test('greets who registers by GraphQL, and an update sends nothing', async () => {
    const { provider, app } = await startWithMail();
    await app.browser({ 'accept-language': 'en' }).graphql(REGISTER, inputOf('ana'));
    await expect.poll(() => provider.received).toHaveLength(1);
    expect(headerOf(provider.received[0] as never, 'Subject')).toBe('Your Vigia account is ready');
    const ana = await app.loginAs('ana');
    const change = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
    const changed = await ana.graphql(change, { input: { firstName: 'Ana', email: 'new@example.com' } });
    expect(changed.json()).toEqual({ data: { changeProfile: { email: 'new@example.com' } } });
    expect(await rowsOf(app)).toHaveLength(1);
  });

  test('is not queued while EMAIL_MODE is false, and switching it on later greets nobody of before', async () => {
    const database = await openTestDatabase({ kind: 'sqlite', file: ':memory:' });
    const off = await createTestApp({ database });
    await off.browser().submit(ADDRESS, formOf('ana'));
    expect(await rowsOf(off)).toEqual([]);
    await off.close();
    const { provider, app } = await startWithMail({ database });
    await app.browser().submit(ADDRESS, formOf('bia'));
    await expect.poll(() => provider.received).toHaveLength(1);
    await app.advance({ minutes: 1 });
    expect(provider.received.map(({ to }) => to)).toEqual([['bia@example.com']]);
  });

  test('goes to the address that the account has when it is sent', async () => {
    const { provider, app } = await startWithMail();
    provider.at('recipient', () => ({ code: 550, text: '<ana@example.com>: no such user' }));
    await app.browser().submit(ADDRESS, formOf('ana'));
    const failure = async () => [(await rowsOf(app))[0]].map((row) => `${row?.reason}: ${row?.detail}`)[0];
    await expect.poll(failure).toBe('refused: RCPT TO: 550 … no such user');
    provider.acceptsAll();
    await app.database.em.fork().nativeUpdate(User, { username: 'ana' }, { email: 'right@example.com' });
    await app.services.outbox.retryAll();
    await expect.poll(() => provider.received.map(({ to }) => to)).toEqual([['right@example.com']]);
  });

  test('is never waited for: the answer is there while the mail server has said nothing', async () => {
    const { provider, app } = await startWithMail();
    provider.at('connect', () => 'stall');
    const reached = provider.reached('connect');
    expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(302);
    await reached;
    // Now a mail is under way, and nobody answers it.
    expect((await app.browser().submit(ADDRESS, formOf('bia'))).status).toBe(302);
    expect((await app.browser().graphql(REGISTER, inputOf('caio'))).status).toBe(200);
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(provider.received).toEqual([]);
  });

  test('nothing secret is in the log, nor in what is kept (promise 30)', async () => {
    const { provider, app } = await startWithMail();
    provider.at('login', (token) => ({ code: 535, text: `${token} ${MAIL_SECRETS.refreshToken} bad login` }));
    await app.browser().submit(ADDRESS, formOf('ana'));
    const failure = async () => [(await rowsOf(app))[0]].map((row) => `${row?.reason}: ${row?.detail}`)[0];
    await expect.poll(failure).toBe('login_refused: 535 … bad login');
    provider.acceptsAll();
    provider.tokens.answersWith((response) => {
      response.writeHead(400).end(JSON.stringify({ error: MAIL_SECRETS.clientSecret, error_description: PASSWORD }));
    });
    await app.advance({ minutes: 2 });
    await expect.poll(failure).toBe('no_access_token: status 400');
    const kept = JSON.stringify([await rowsOf(app), app.lines]);
    for (const secret of [...Object.values(MAIL_SECRETS), 'ya29.', PASSWORD, 'ana@example.com']) {
      expect(kept).not.toContain(secret);
    }
  });
});

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`a registration is all or nothing on ${name}`, () => {
    test('fifty registrations of one name at once make one user and one mail (promise 34)', async () => {
      const hasher = new PasswordHasher(50_000);
      const { provider, app } = await startWithMail({ hasher, database: await openTestDatabase(await locate()) });
      // Hashing is slow enough for all of them to find the name free.
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => app.browser().graphql(REGISTER, inputOf('ana'))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)]);
      await expect.poll(async () => (await rowsOf(app)).map(({ state }) => state)).toEqual(['sent']);
      expect(provider.received).toHaveLength(1);
      expect(await app.database.em.fork().count(User)).toBe(1);
    });

    test.each(['authentication_events', 'outbox_mails'])('without a row in %s there is no account', async (table) => {
      const database = await openTestDatabase(await locate());
      const { app } = await startWithMail({ database });
      const { connection } = { connection: database.em.getConnection() };
      await connection.execute(`alter table ${table} rename to away`);
      expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(500);
      await connection.execute(`alter table away rename to ${table}`);
      expect([await app.database.em.fork().count(User), await rowsOf(app)]).toEqual([0, []]);
      expect(app.lines.filter((line) => line.includes('"register"'))).toEqual([]);
      expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(302);
    });
  });
}

describe('what the mail says', () => {
  const place = { language: 'pt', publicUrl: 'http://localhost:8000' } as const;

  test('is the same in text and HTML, and fetches nothing', () => {
    const words = welcomeWords({ firstName: 'Ana', username: 'ana' }, place);
    const html = letterHtml(words);
    for (const text of [words.heading, ...words.paragraphs, words.link.label, words.note]) {
      expect(letterText(words)).toContain(text);
      expect(html).toContain(text);
    }
    expect(html.match(/https?:[^"<]*/g)).toEqual(Array(2).fill('http://localhost:8000/accounts/login/'));
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
  });

  test('nothing that a user typed is HTML (promise 27)', () => {
    const words = welcomeWords({ firstName: '<b>Ana', username: `"'><img src=x>&` }, place);
    expect(letterHtml(words)).not.toMatch(/<b>|<img/);
    expect(letterHtml(words)).toContain('&#34;&#39;&#62;&#60;img src=x&#62;&#38;');
  });

  test.each([
    ['Ana', true],
    ["Maria D'Ávila-Souza", true],
    ['李', true],
    ['a'.repeat(50), true],
    ['a'.repeat(51), false],
    ['Visite evil.example', false],
    ['https://evil.example', false],
    ['Você ganhou: ligue 0800', false],
  ])('a name that could be a message of its own is not repeated: %j', (firstName, isGreeted) => {
    const { heading } = welcomeWords({ firstName, username: 'ana' }, place);
    expect(heading).toBe(isGreeted ? `Boas-vindas ao Vigia, ${firstName}.` : 'Boas-vindas ao Vigia.');
  });
});
