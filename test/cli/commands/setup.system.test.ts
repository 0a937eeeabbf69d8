import { describe, expect, test } from 'vitest';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { commandLine } from '../../support/processes/command-line.js';
import { hasPseudoTerminal, runOnTerminal } from '../../support/processes/pseudo-terminal.js';
import { PASSWORD } from '../../support/test-app.js';

const COMMAND = [process.execPath, 'dist/main.js', 'setup'];

type Turns = Parameters<typeof runOnTerminal>[1];

const ANSWERS: Turns = [
  ['User name: ', 'ana\r'],
  ['E-mail: ', 'ana@example.com\r'],
  ['First name: ', 'anna\x7f\x7fa\r'],
  ['Password: ', `${PASSWORD}\r`],
  ['Again: ', `${PASSWORD}\r`],
  ['all or none? ', 'none\r'],
];

const setUp = (dataDir: string, turns: Turns) => runOnTerminal(COMMAND, turns, { DATA_DIR: dataDir });

describe.runIf(hasPseudoTerminal)('vigia setup (contract 10)', () => {
  test('asks for the account, before the first start too, and shows no password', async () => {
    const { dataDir, run, events } = commandLine();
    const { code, screen } = await setUp(dataDir, ANSWERS);
    expect([code, screen.split('\n').at(-2)]).toEqual([
      0,
      'Created ana, with the staff role. Log in at http://localhost:8000',
    ]);
    expect(screen).toContain('First name: ann');
    expect(screen).toContain('\nPassword: \nAgain: \n');
    expect(screen).not.toContain(PASSWORD);
    expect((await run(['user', 'list', '--staff'])).out).toMatch(/^ana .*Ana /m);
    expect(await events()).toEqual(['register success ana', 'staff_grant success ana']);
  });

  test('asks again for the invalid answers, and for both passwords', async () => {
    const { dataDir } = commandLine();
    const { code, screen } = await setUp(dataDir, [
      ['User name: ', '1234\r'],
      ['E-mail: ', 'ana@example.com\r'],
      ['First name: ', 'Ana\r'],
      ['Password: ', `${PASSWORD}\r`],
      ['Again: ', 'another\r'],
      ['all or none? ', 'all\r'],
      ['User name: ', 'ana\r'],
      ['Password: ', `${PASSWORD}\r`],
      ['Again: ', `${PASSWORD}\r`],
    ]);
    expect(code).toBe(0);
    expect(screen).toContain('password: The two passwords are not the same.');
    expect(screen.match(/E-mail: /g)).toHaveLength(1);
    expect(screen).toContain('Created ana, with the staff role.');
  });

  test('hides a password that is pasted with the other answers', async () => {
    const { dataDir } = commandLine();
    const pasted = ANSWERS.map(([, typed]) => typed).join('');
    const { code, screen } = await setUp(dataDir, [['User name: ', pasted]]);
    expect([code, screen]).toEqual([0, expect.not.stringContaining(PASSWORD)]);
  });

  test('creates nothing when the answers end', async () => {
    const { dataDir, run } = commandLine();
    const { code, screen } = await setUp(dataDir, [
      ['User name: ', 'ana\r'],
      ['E-mail: ', '\x04'],
    ]);
    expect([code, screen.split('\n').at(-2)]).toEqual([1, 'Nothing was created.']);
    expect((await run(['user', 'list'])).out).not.toContain('ana');
  });
});

describe('vigia setup with staff, or without a terminal (contract 10)', () => {
  const REFUSAL =
    'There is staff already: ana. "npm run vigia -- user staff <username>" gives another account the role, and "npm run vigia -- user set-password ana" sets a password.\n';

  test('a link is refused, with who is staff and what helps instead', async () => {
    const { create, run } = commandLine();
    await create('ana', undefined, '--staff');
    expect(await run(['setup', '--link'])).toEqual({ code: 1, out: '', err: REFUSAL });
  });

  test.runIf(hasPseudoTerminal)('nothing is asked', async () => {
    const { create, dataDir } = commandLine();
    await create('ana', undefined, '--staff');
    expect(await setUp(dataDir, [])).toEqual({ code: 1, screen: REFUSAL });
  });

  test('without a terminal it names the ways that need none', async () => {
    const { code, out, err } = await commandLine().run(['setup'], 'ana\n');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^vigia: there is no terminal to ask on: use --link, or .*\nusage: vigia setup \[--link\]\n$/);
  });
});

for (const { name, available, locateEmpty } of databaseKinds) {
  describe.runIf(available)(`vigia setup before the first start, on ${name}`, () => {
    test('prints a link with the public URL', async () => {
      const location = await locateEmpty();
      const DATABASE_URL = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const { run } = commandLine(undefined, { DATABASE_URL, PUBLIC_URL: 'https://vigia.example' });
      const { code, out, err } = await run(['setup', '--link']);
      expect([code, out]).toEqual([
        0,
        expect.stringMatching(/^https:\/\/vigia\.example\/accounts\/primeira-conta\/\?codigo=[\w-]{43}\n$/),
      ]);
      expect(err).toContain('within 30 minutes');
      const { em } = await openTestDatabase(location);
      expect(await em.fork().count(User)).toBe(0);
    });

    test.runIf(hasPseudoTerminal)('creates the account', async () => {
      const location = await locateEmpty();
      const DATABASE_URL = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const { dataDir } = commandLine();
      const { code } = await runOnTerminal(COMMAND, ANSWERS, { DATA_DIR: dataDir, DATABASE_URL });
      expect(code).toBe(0);
      const { em } = await openTestDatabase(location);
      expect(await em.fork().find(User, {})).toMatchObject([{ username: 'ana', isStaff: true, isActive: true }]);
    });
  });
}
