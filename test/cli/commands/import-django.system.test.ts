import { readdirSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { PasswordHasher } from '../../../src/features/accounts/credentials/password-hasher.js';
import { TermsVersion } from '../../../src/features/terms/versions/terms-version.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import {
  accounts,
  type DjangoRow,
  djangoDatabase,
  djangoDump,
  djangoHash,
  login,
  moveInto,
  OLD,
  writeFixture,
} from '../../support/django.js';
import { commandLine } from '../../support/processes/command-line.js';
import { createTestApp, type TestApp } from '../../support/test-app.js';

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`import-django into ${name} (contract 3, 10)`, () => {
    test('accounts keep their passwords, whose hashes are ours after the next login', async () => {
      const app = await createTestApp({
        database: await openTestDatabase(await locate()),
        hasher: new PasswordHasher(),
      });
      const hashes = [150_000, 260_000, 1_000_000].map((rounds) => djangoHash(OLD, rounds));
      const file = djangoDatabase({
        users: hashes.map((password, index) => ({
          username: `Ána${index}`,
          password,
          last_login: '2026-01-02 03:04:05',
        })),
      });
      expect((await moveInto(app, file)).slice(0, 3)).toEqual([
        'Accounts in auth_user: 3.',
        'Imported: 3.',
        'Already there, imported before: 0.',
      ]);
      expect((await accounts(app)).map((user) => user.password)).toEqual(hashes);
      for (const index of hashes.keys()) expect(await login(app, `ÁNA${index}`)).toBe('in');
      expect(await login(app, 'ána0', 'another')).toBe('wrong');
      await vi.waitFor(async () => {
        const after = (await accounts(app)).map((user) => user.password);
        expect(after.every((password) => password.startsWith('pbkdf2_sha256$260000$'))).toBe(true);
        // A hash in Vigia's own format stays unchanged.
        expect(after[1]).toBe(hashes[1]);
      });
      expect(await login(app, 'ána2')).toBe('in');
    });

    test('an account is kept as it is, whatever a form would say of it', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const unusual = { email: 'no address', first_name: "o'NEIL \\ $1 ☃" };
      const file = djangoDatabase({
        users: [
          { username: 'bia', email: 'x@mailinator.com', first_name: '', is_staff: true, is_active: false },
          {
            username: "maria d'\\ávila",
            ...unusual,
            last_login: '2026-02-03 04:05:06.789',
            date_joined: '2001-01-01 00:00:00',
          },
          { username: '12345', email: '' },
        ],
      });
      await moveInto(app, file);
      const [bia, maria, digits] = await accounts(app);
      expect(bia).toMatchObject({ username: 'bia', email: 'x@mailinator.com', firstName: '', isStaff: true });
      expect(bia).toMatchObject({ isActive: false, lastLogin: null, dateJoined: new Date('2021-03-04T05:06:07.123Z') });
      expect(maria).toMatchObject({
        email: 'no address',
        firstName: unusual.first_name,
        isStaff: false,
        isActive: true,
      });
      expect(maria?.dateJoined).toEqual(new Date('2001-01-01T00:00:00.000Z'));
      expect(maria?.lastLogin).toEqual(new Date('2026-02-03T04:05:06.789Z'));
      expect(digits).toMatchObject({ username: '12345', email: '' });
      expect(await login(app, 'bia')).toBe('wrong');
      expect(await login(app, "Maria D'\\Ávila")).toBe('in');
      expect(await login(app, '12345')).toBe('in');
    });

    test('a second run changes nothing, and tells imported accounts from others of the same name', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      await app.createUser('carla');
      const file = djangoDatabase({ users: [{ username: 'Ana' }, { username: 'CARLA' }, { username: 'ana' }] });
      const skipped = [
        'Skipped: 2.',
        '  "CARLA" (id 2) has the name of "carla", who is somebody else here.',
        '  "ana" (id 3) has the name of "Ana", which comes before it; case does not tell names apart.',
        'To be looked at: 0.',
      ];
      const counts = (imported: number, there: number) => [
        'Accounts in auth_user: 3.',
        `Imported: ${imported}.`,
        `Already there, imported before: ${there}.`,
      ];
      expect(await moveInto(app, file)).toEqual([...counts(1, 0), ...skipped]);
      expect(await login(app, 'ana')).toBe('in');
      const before = JSON.stringify([await accounts(app), await events(app)]);
      expect(await moveInto(app, file)).toEqual([...counts(0, 1), ...skipped]);
      expect(JSON.stringify([await accounts(app), await events(app)])).toBe(before);
    });

    test('a dry run reports the same and writes nothing', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const file = djangoDatabase({ users: [{ username: 'Ana' }, { username: 'ana', is_staff: true }] });
      const dry = await moveInto(app, file, { isDryRun: true });
      expect(await accounts(app)).toEqual([]);
      expect(await events(app)).toEqual([]);
      const [first, , toBeImported, ...rest] = dry;
      expect(first).toBe('Nothing is written: this is what would be done.');
      expect(toBeImported).toBe('To be imported: 1.');
      expect((await moveInto(app, file)).slice(2)).toEqual(rest);
    });

    test('a failure in the middle leaves nothing', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const users = Array.from({ length: 1200 }, (_, index) => ({ username: `u${index}` }));
      const file = djangoDatabase({ users });
      await app.database.em
        .getConnection()
        .execute(
          "create unique index broken on users ((email = 'u1100@example.com' or email = 'u3@example.com')) where email in ('u1100@example.com', 'u3@example.com')",
        );
      await expect(moveInto(app, file)).rejects.toThrow();
      expect(await accounts(app)).toEqual([]);
      expect(await events(app)).toEqual([]);
    });
  });
}

async function events(app: TestApp): Promise<string[]> {
  const rows = await app.database.em.fork().find(AuthenticationEvent, { door: 'cli' }, { orderBy: { id: 'asc' } });
  return rows.map(({ event, username, after }) => [event, username, after].filter(Boolean).join(' '));
}

describe('the terms of import-django (contract 6, 10)', () => {
  const terms = [
    { content: 'First\r\n\r\n# Of 2020', updated_at: '2026-05-05 00:00:00' },
    { content: 'Second', updated_at: '2021-02-02 00:00:00.123456' },
    { content: '<p>Third</p>', updated_at: '2022-03-03 00:00:00' },
    { content: 'Fourth', updated_at: '2023-04-04 00:00:00', is_active: false },
    { content: 'x'.repeat(200_001), updated_at: '2024-01-01 00:00:00' },
  ];

  test('come in their order, and the active one that was made last is shown at once', async () => {
    const app = await createTestApp();
    const reader = await app.loginAs('reader');
    const shown = async () => (await reader.graphql('{ terms { html } }')).text;
    const before = await shown();
    const file = djangoDatabase({ terms });
    expect((await moveInto(app, file)).slice(5)).toEqual([
      'Versions of the terms in termos_termo: 5.',
      'Imported: 4.',
      'Already there: 0.',
      'Skipped: 1.',
      '  Version 5 cannot be kept: The text has 200,001 characters; the maximum is 200,000.',
      'Version 3 has HTML, which is shown as text: write it as Markdown in /admin/.',
    ]);
    const versions = await app.database.em.fork().find(TermsVersion, {}, { orderBy: { id: 'asc' } });
    expect(
      versions.map(({ content, isActive, createdAt, updatedAt }) => [
        content,
        isActive,
        createdAt.toISOString(),
        updatedAt.toISOString(),
      ]),
    ).toEqual([
      // This version was corrected last but created before the second one.
      ['First\n\n# Of 2020', true, '2021-02-02T00:00:00.122Z', '2026-05-05T00:00:00.000Z'],
      ['Second', true, '2021-02-02T00:00:00.123Z', '2021-02-02T00:00:00.123Z'],
      ['<p>Third</p>', true, '2022-03-03T00:00:00.000Z', '2022-03-03T00:00:00.000Z'],
      ['Fourth', false, '2023-04-04T00:00:00.000Z', '2023-04-04T00:00:00.000Z'],
    ]);
    expect(before).not.toContain('Third');
    expect(await shown()).toContain('&lt;p&gt;Third&lt;/p&gt;');
    expect(await events(app)).toEqual(['import {"accounts":0,"skipped":0,"terms":4}']);
    const again = await moveInto(app, file);
    expect(again.slice(6, 8)).toEqual(['Imported: 0.', 'Already there: 4.']);
    expect(await app.database.em.fork().count(TermsVersion, {})).toBe(4);
    expect(await events(app)).toHaveLength(1);
  });

  test('do not take the place of what was written here since', async () => {
    const app = await createTestApp();
    await app.services.termsVersions.create('Written here', true);
    const dump = djangoDump([], { terms: [{ content: 'Of Django', updated_at: '2022-03-03T00:00:00Z' }] });
    const report = await moveInto(app, writeFixture(dump));
    expect(report).toContain('What was written in /admin/ since is newer, and stays what is shown.');
    expect((await (await app.loginAs('reader')).graphql('{ terms { html } }')).text).toContain('Written here');
  });
});

describe('what import-django reports (contract 10)', () => {
  test('accounts that cannot log in, accounts that gain rights, and what is not kept', async () => {
    const app = await createTestApp();
    const users: DjangoRow[] = [
      { username: 'a1', password: '!iJxhirs3In6JV0xVT4ATlYtt1ZoCfV5Wlu5UI02E' },
      { username: 'a2', password: 'argon2$argon2id$v=19$m=102400,t=2,p=8$c2FsdHNhbHQ$aGFzaA' },
      { username: 'a3', password: 'md5$salt$7a1920d61156abc05a60135aefe8bc67' },
      { username: 'a4', password: djangoHash(OLD, 10).replace('$10$', '$99999999$') },
      { username: 'a5', password: 'in clear, by mistake' },
      { username: 'b1', is_staff: true, is_superuser: true },
      { username: 'b2', is_superuser: true },
      { username: 'c1\u200b' },
      { username: 'c2\u001b[31m' },
      { username: 'x'.repeat(151) },
      { username: '  ' },
      { username: 'd1', first_name: 'é'.repeat(151), email: `${'e'.repeat(250)}@a.bc`, last_name: 'Sá' },
      { username: 'e1', first_name: 'nul\0byte' },
    ];
    const report = await moveInto(app, djangoDatabase({ users }));
    const needs = (hash: string) => `cannot log in until staff set a password: its hash, ${hash}, cannot be verified.`;
    expect(report).toEqual([
      'Accounts in auth_user: 13.',
      'Imported: 11.',
      'Already there, imported before: 0.',
      'Skipped: 2.',
      `  "${'x'.repeat(150)}" (id 10) has no name, or one of over 150 characters.`,
      '  "  " (id 11) has no name, or one of over 150 characters.',
      'To be looked at: 12.',
      '  "a1" (id 1) cannot log in until staff set a password: it has none.',
      `  "a2" (id 2) ${needs('argon2')}`,
      `  "a3" (id 3) ${needs('md5')}`,
      `  "a4" (id 4) ${needs('pbkdf2_sha256')}`,
      '  "a5" (id 5) cannot log in until staff set a password: it has none.',
      '  "b1" (id 6) has the staff role, and with it may do everything in /admin/.',
      '  "b2" (id 7) was a superuser without is_staff, and has no role here.',
      '  "c1\ufffd" (id 8) cannot log in: its name has characters that nobody can see.',
      '  "c2\ufffd[31m" (id 9) cannot log in: its name has characters that nobody can see.',
      '  "d1" (id 12) has a first name that was cut to 150 characters.',
      '  "d1" (id 12) has an e-mail address of over 254 characters, which was left out.',
      '  "e1" (id 13) has characters that cannot be stored, each replaced by U+FFFD.',
      'Last names are not kept: 1.',
    ]);
    expect(await events(app)).toEqual(['import {"accounts":11,"skipped":2,"terms":0}', 'staff_grant b1']);
    const stored = await accounts(app);
    expect(stored.find(({ username }) => username === 'a2')?.password).toBe(users[1]?.password);
    expect(stored.find(({ username }) => username === 'a5')?.password).toBe('!');
    expect(stored.find(({ username }) => username === 'd1')).toMatchObject({ firstName: 'é'.repeat(150), email: '' });
    expect(stored.find(({ username }) => username === 'b2')?.isStaff).toBe(false);
    for (const username of ['a1', 'a2', 'a3', 'a4', 'a5', 'c1\u200b']) {
      for (const password of [OLD, '', '!', 'in clear, by mistake']) {
        if (password) expect(await login(app, username, password)).toBe('wrong');
      }
    }
    // The operator sets a password for the imported name.
    await app.services.accountChanges.setPassword('A2', 'quite another 8', { method: 'cli', address: '' });
    await app.sleep({ minutes: 11 });
    expect(await login(app, 'a2', 'quite another 8')).toBe('in');
    expect(app.lines.join('')).not.toMatch(/\$argon2|mKoKEsqVYfDVZeDGAB1eVN|in clear/);
  });
});

/** Mail is on, but no provider responds. */
const MAIL_IS_ON = {
  EMAIL_MODE: 'true',
  EMAIL_HOST: '127.0.0.1',
  EMAIL_HOST_USER: 'vigia@example.com',
  DEFAULT_FROM_EMAIL: 'vigia@example.com',
  GOOGLE_OAUTH2_CLIENT_ID: 'client',
  GOOGLE_OAUTH2_CLIENT_SECRET: 'secret',
  GOOGLE_OAUTH2_REFRESH_TOKEN: 'token',
};

describe('import-django on the command line (contract 10)', () => {
  test('moves, reports on standard output, leaves no copy, and queues no mail', async () => {
    const { dataDir, file: target, run, events: recorded } = commandLine(undefined, MAIL_IS_ON);
    const file = djangoDatabase({ users: [{ username: 'ana', is_staff: true }, { username: 'ANA' }] });
    const dry = await run(['import-django', file, '--dry-run']);
    expect([dry.code, dry.err, dry.out.split('\n')[2]]).toEqual([0, '', 'To be imported: 1.']);
    expect(readdirSync(dataDir)).toEqual([]);
    const { code, out, err } = await run(['import-django', file]);
    expect([code, err, out.split('\n').slice(0, 2)]).toEqual([0, '', ['Accounts in auth_user: 2.', 'Imported: 1.']]);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('django'))).toEqual([]);
    expect(await recorded()).toEqual(['import success', 'staff_grant success ana']);
    expect((await run(['mail', 'list'])).out.trimEnd().split('\n')).toEqual([expect.stringMatching(/^id +state/)]);
    const own = await run(['import-django', target]);
    expect([own.code, own.out, own.err]).toEqual([1, '', expect.stringMatching(/is a database of Vigia[^\n]*\n$/)]);
  });
});
