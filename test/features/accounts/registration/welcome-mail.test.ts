import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test } from 'vitest';
import { PasswordHasher } from '../../../../src/features/accounts/credentials/password-hasher.js';
import { welcomeTexts } from '../../../../src/features/accounts/registration/welcome-mail.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { COMMAND_LINE } from '../../../../src/platform/audit/origin.js';
import { renderEmailHtml, renderEmailText } from '../../../../src/platform/mail/email-template.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { headerOf, MAIL_SECRETS, partOf, startFakeMailProvider } from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

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

function buildInput(username: string) {
  const { first_name: firstName, ...rest } = formOf(username);
  return { input: { ...rest, firstName } };
}

const rowsOf = (app: TestApp) => app.database.em.fork().find(OutboxMessage, {}, { orderBy: { id: 'asc' } });

async function startWithMail(more: Parameters<typeof createTestApp>[0] = {}) {
  const provider = await startFakeMailProvider();
  const app = await createTestApp({ ...more, environment: { ...provider.environment, ...more.environment } });
  return { provider, app };
}

describe('the welcome mail (contract 7)', () => {
  test('goes to an account registered by the form, in the language of the request', async () => {
    const { provider, app } = await startWithMail({ environment: { PUBLIC_URL: 'https://vigia.example' } });
    await app.browser({ 'accept-language': 'en' }).submit(ADDRESS, formOf('ana'));
    await app.browser().submit(ADDRESS, formOf('bia'));
    await expect.poll(() => provider.received).toHaveLength(2);
    const [english, portuguese] = provider.received;
    if (!english || !portuguese) throw new Error('unreachable');
    expect([english.from, english.to]).toEqual(['vigia@example.com', ['ana@example.com']]);
    // Anyone can register another person's address, so the header has no typed name beside it.
    expect(headerOf(english, 'To')).toBe('ana@example.com');
    expect(headerOf(english, 'Subject')).toBe('Your Vigia account is ready');
    const text = partOf(english, 'text/plain');
    expect(text).toContain('Welcome to Vigia, Ana Maria.');
    expect(text).toContain('username “ana”');
    expect(text).toContain('https://vigia.example/accounts/login/');
    expect(partOf(english, 'text/html')).toContain('href="https://vigia.example/accounts/login/"');
    expect(partOf(portuguese, 'text/plain')).toContain('Boas-vindas ao Vigia, Ana Maria.');
    expect(portuguese.to).toEqual(['bia@example.com']);
  });

  test('goes to an account registered by GraphQL, and an update sends no other', async () => {
    const { provider, app } = await startWithMail();
    await app.browser({ 'accept-language': 'en' }).graphql(REGISTER, buildInput('ana'));
    await expect.poll(() => provider.received).toHaveLength(1);
    expect(headerOf(provider.received[0] as never, 'Subject')).toBe('Your Vigia account is ready');
    const ana = await app.loginAs('ana');
    const change = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
    const changed = await ana.graphql(change, { input: { firstName: 'Ana', email: 'new@example.com' } });
    expect(changed.json()).toEqual({ data: { changeProfile: { email: 'new@example.com' } } });
    expect((await rowsOf(app)).filter(({ kind }) => kind === 'welcome')).toHaveLength(1);
  });

  test('is in Portuguese for a program that names no language, though its errors are in English', async () => {
    const { provider, app } = await startWithMail();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ query: REGISTER, variables: buildInput('ana') });
    const register = async () => (await fetch(`${app.baseUrl}/graphql`, { method: 'POST', body, headers })).text();
    expect(await register()).toBe('{"data":{"register":{"username":"ana"}}}\n');
    expect(await register()).toContain('Correct the fields indicated.');
    await expect.poll(() => provider.received).toHaveLength(1);
    expect(partOf(provider.received[0] as never, 'text/plain')).toContain('Boas-vindas ao Vigia');
  });

  test('is not queued while EMAIL_MODE is false, and switching it on later greets no earlier user', async () => {
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
    await app.services.outboxAdmin.retryAll(COMMAND_LINE);
    await expect.poll(() => provider.received.map(({ to }) => to)).toEqual([['right@example.com']]);
  });

  test('is never waited for: the answer is there while the mail server has said nothing', async () => {
    const { provider, app } = await startWithMail();
    provider.at('connect', () => 'stall');
    const reached = provider.reached('connect');
    expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(302);
    await reached;
    // A mail is now being sent to a server that does not reply.
    expect((await app.browser().submit(ADDRESS, formOf('bia'))).status).toBe(302);
    expect((await app.browser().graphql(REGISTER, buildInput('caio'))).status).toBe(200);
    expect((await rowsOf(app)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(provider.received).toEqual([]);
  });

  test('nothing secret is in the log, nor in what is stored (promise 30)', async () => {
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
    const stored = JSON.stringify([await rowsOf(app), app.lines]);
    for (const secret of [...Object.values(MAIL_SECRETS), 'ya29.', PASSWORD, 'ana@example.com']) {
      expect(stored).not.toContain(secret);
    }
  });
});

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`a registration is all or nothing on ${name}`, () => {
    test('fifty registrations of one name at once make one user and one mail (promise 34)', async () => {
      const hasher = new PasswordHasher(50_000);
      const { provider, app } = await startWithMail({ hasher, database: await openTestDatabase(await locate()) });
      // Hashing is slow enough for all requests to find the name free.
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => app.browser().graphql(REGISTER, buildInput('ana'))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(49).fill(400)]);
      await expect.poll(async () => (await rowsOf(app)).map(({ state }) => state)).toEqual(['sent']);
      expect(provider.received).toHaveLength(1);
      expect(await app.database.em.fork().count(User)).toBe(1);
    });

    test.each(['authentication_events', 'outbox_messages'])(
      'without a row in %s there is no account',
      async (table) => {
        const database = await openTestDatabase(await locate());
        const { app } = await startWithMail({ database });
        const { connection } = { connection: database.em.getConnection() };
        await connection.execute(`alter table ${table} rename to away`);
        expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(500);
        await connection.execute(`alter table away rename to ${table}`);
        expect([await app.database.em.fork().count(User), await rowsOf(app)]).toEqual([0, []]);
        expect(app.lines.filter((line) => line.includes('"register"'))).toEqual([]);
        expect((await app.browser().submit(ADDRESS, formOf('ana'))).status).toBe(302);
      },
    );
  });
}

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`one address gets one welcome an hour on ${name} (promise 45)`, () => {
    async function startProcesses() {
      const provider = await startFakeMailProvider();
      const database = await openTestDatabase(await locate());
      const clock = new FakeClock();
      const start = () => createTestApp({ database, clock, environment: provider.environment });
      const settled = () =>
        expect.poll(async () => database.em.fork().count(OutboxMessage, { state: 'waiting' })).toBe(0);
      return { provider, database, clock, start, settled };
    }

    const register = async (app: TestApp, username: string, email: string) => {
      expect((await app.browser().submit(ADDRESS, { ...formOf(username), email })).status).toBe(302);
    };

    test('for any account, from two processes at once and after a restart', async () => {
      const { provider, database, clock, start, settled } = await startProcesses();
      const apps = [await start(), await start()];
      const spellings = ['vitima@exemplo.com', 'VITIMA@exemplo.com', 'Vitima@EXEMPLO.com', 'vitima@ｅｘｅｍｐｌｏ.com'];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          register(apps[index % 2] as TestApp, `u${index}`, spellings[index % 4] as string),
        ),
      );
      await settled();
      expect(provider.received).toHaveLength(1);
      // For the others, only the accounts are stored.
      expect(await database.em.fork().count(OutboxMessage)).toBe(1);
      expect(await database.em.fork().count(User)).toBe(20);
      for (const app of apps) await app.close();
      const again = await start();
      // Stops just short of an hour plus the minute that a try may take.
      await clock.sleep({ minutes: 61, ms: -1 });
      await register(again, 'early', 'vitima@exemplo.com');
      await settled();
      expect(provider.received).toHaveLength(1);
      await clock.advance({ ms: 1 });
      await register(again, 'late', 'vitima@exemplo.com');
      await settled();
      expect(provider.received).toHaveLength(2);
    });

    test('in all spellings of one mailbox: with whatever follows a plus sign, and at Gmail with dots', async () => {
      const { provider, database, start, settled } = await startProcesses();
      const apps = [await start(), await start()];
      const addresses = Array.from({ length: 20 }, (_, index) => `vitima+${index}@exemplo.com`);
      addresses.push('v.itima@gmail.com', 'vi.tima+x@gmail.com', 'vitima@googlemail.com', 'v.itima@exemplo.com');
      await Promise.all(addresses.map((email, index) => register(apps[index % 2] as TestApp, `u${index}`, email)));
      await settled();
      expect(provider.received).toHaveLength(3);
      expect(await database.em.fork().count(User)).toBe(addresses.length);
    });

    test('also where accounts take the address while their mails wait', async () => {
      const { provider, database, start, settled } = await startProcesses();
      const app = await start();
      provider.at('recipient', () => ({ code: 450, text: 'later' }));
      const putOff = () => database.em.fork().count(OutboxMessage, { reason: 'put_off', claimedUntil: null });
      for (const username of ['ana', 'bia', 'caio']) await register(app, username, `${username}@exemplo.com`);
      await expect.poll(putOff).toBe(3);
      const change = 'mutation ($input: ProfileInput!) { changeProfile(input: $input) { email } }';
      for (const username of ['ana', 'bia', 'caio']) {
        const input = { firstName: 'Ana', email: 'Vitima@exemplo.com' };
        expect((await (await app.loginAs(username)).graphql(change, { input })).status).toBe(200);
      }
      // A mail deferred at this point would wait for its next try, which never comes here.
      await expect.poll(putOff).toBe(6);
      provider.acceptsAll();
      await app.services.outboxAdmin.retryAll(COMMAND_LINE);
      await settled();
      // Each old address is notified of the change once.
      expect(provider.received.map(({ to }) => to[0]).sort()).toEqual([
        'Vitima@exemplo.com',
        'ana@exemplo.com',
        'bia@exemplo.com',
        'caio@exemplo.com',
      ]);
    });

    test('also when it is the same mail that is tried again', async () => {
      const { provider, database, clock, start, settled } = await startProcesses();
      const app = await start();
      provider.at('recipient', () => ({ code: 450, text: 'later' }));
      await register(app, 'ana', 'vitima@exemplo.com');
      await register(app, 'bia', 'vitima@exemplo.com');
      await expect.poll(() => database.em.fork().count(OutboxMessage)).toBe(1);
      provider.acceptsAll();
      await clock.advance({ minutes: 2 });
      await settled();
      expect(provider.received.map(({ to }) => to)).toEqual([['vitima@exemplo.com']]);
    });
  });
}

describe('what the mail says', () => {
  const site = { language: 'pt', publicUrl: 'http://localhost:8000' } as const;

  test('is the same in text and HTML, and fetches nothing', () => {
    const words = welcomeTexts({ firstName: 'Ana', username: 'ana' }, site);
    const html = renderEmailHtml(words);
    for (const text of [words.heading, ...words.paragraphs, words.links[0]?.label ?? '', words.note]) {
      expect(renderEmailText(words)).toContain(text);
      expect(html).toContain(text);
    }
    expect(html.match(/https?:[^"<]*/g)).toEqual(Array(2).fill('http://localhost:8000/accounts/login/'));
    expect(html).not.toMatch(/<(img|link|script|iframe)|url\(|@import/i);
  });

  test('nothing that a user typed is HTML (promise 27)', () => {
    const words = welcomeTexts({ firstName: '<b>Ana', username: `"'><img src=x>&` }, site);
    expect(renderEmailHtml(words)).not.toMatch(/<b>|<img/);
    const html = renderEmailHtml({ ...words, heading: `"'><img src=x>&` });
    expect(html).toContain('&#34;&#39;&#62;&#60;img src=x&#62;&#38;');
  });

  test('nothing that a user typed becomes a link, in text or HTML (promise 45)', () => {
    const linkify = new MarkdownIt({ linkify: true }).linkify.set({ fuzzyIP: true });
    const own = /http:\/\/localhost:8000\/accounts\/login\/|localhost:8000/g;
    const typed = fc.oneof(
      fc.constantFrom('www.premio-gratis.com', 'ana@premio.gratis', 'premio.gratis', '0800-123-4567', '+5511999998888'),
      fc.constantFrom('https://x.io', 'premio。com', 'premio．com', '10.0.0.1', 'tel:0800', '//x.io', 'ftp.x.io'),
      fc.string({ unit: fc.constantFrom(...'ab01.@-+_/: ', 'www.', '.com', '。'), maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    );
    fc.assert(
      fc.property(typed, typed, fc.constantFrom('pt', 'en'), (username, firstName, language) => {
        const words = welcomeTexts({ firstName, username }, { ...site, language });
        const shown = renderEmailHtml(words).replace(/<style>[\s\S]*<\/style>|<[^>]*>/g, ' ');
        for (const text of [renderEmailText(words), shown]) {
          const rest = text.replaceAll(own, '');
          expect(linkify.match(rest)).toBeNull();
          // Some mail programs create links wherever text directly follows a punctuation mark or digits are close
          // together.
          expect(rest).not.toMatch(/[\p{L}\p{N}][.@:/。．][\p{L}\p{N}]|[/@]{2}|(\p{Nd}[^\p{Nd}\n]?){7}/u);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['ana', true],
    ['ana_maria-7', true],
    ['李', true],
    ['a123456', true],
    ['a'.repeat(30), true],
    ['a'.repeat(31), false],
    ['a1234567', false],
    ['0800-123-4567', false],
    ['www.premio-gratis.com', false],
    ['ana.silva', false],
    ['ana@example.com', false],
    ['ana+1', false],
  ])('a username that some program makes a link of is not repeated: %j', (username, isRepeated) => {
    const text = renderEmailText(welcomeTexts({ firstName: 'Ana', username }, site));
    expect(text.includes(username)).toBe(isRepeated);
    expect(text).toContain(
      isRepeated ? `nome de usuário “${username}” e a sua senha` : 'o seu nome de usuário e a sua senha',
    );
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
    const { heading } = welcomeTexts({ firstName, username: 'ana' }, site);
    expect(heading).toBe(isGreeted ? `Boas-vindas ao Vigia, ${firstName}.` : 'Boas-vindas ao Vigia.');
  });
});
