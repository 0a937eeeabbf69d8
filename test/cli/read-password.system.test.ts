import { describe, expect, test } from 'vitest';
import { commandLine, createArguments } from '../support/processes/command-line.js';
import { hasPseudoTerminal, runOnTerminal } from '../support/processes/pseudo-terminal.js';

describe('a password on standard input (contract 10)', () => {
  test.each([
    ['the line ending of Windows goes too', 'a b c d e f \r\n', 0, ''],
    ['no line ending is needed', 'a b c d e f', 0, ''],
    ['nothing is no password', '', 1, 'password: This field is required.\n'],
    [
      'a second line is not dropped in silence',
      'long enough 7\nmore\n',
      2,
      'standard input contains more than one line',
    ],
    ['other encodings are refused', Buffer.from('S\xe9same ouvre 7', 'latin1'), 1, 'password: Some characters'],
    [
      '4,097 bytes are too many',
      `${'ab 1'.repeat(1024)}x\n`,
      1,
      'password: The password is longer than 4,096 bytes.\n',
    ],
  ])('%s', async (_title, input, expected, message) => {
    const { code, err } = await commandLine().create('ana', input);
    expect([code, err]).toEqual([expected, expect.stringContaining(message)]);
  });

  test('without the flag and without a terminal it is not read', async () => {
    const { code, out, err } = await commandLine().run(createArguments('ana'), 'long enough 7\n');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/^vigia: there is no terminal .*: use --password-stdin\nusage: vigia user create /);
  });
});

describe.runIf(hasPseudoTerminal)('a password asked for on the terminal (contract 10)', () => {
  const PASSWORD = ' trés "bon" 7 ';

  function create(turns: Parameters<typeof runOnTerminal>[1]) {
    const { dataDir, run } = commandLine();
    const command = [process.execPath, 'dist/main.js', ...createArguments('ana')];
    return { run, ended: runOnTerminal(command, turns, { DATA_DIR: dataDir }) };
  }

  test('is asked for twice and never shown; a backspace corrects it', async () => {
    const { run, ended } = create([
      ['Password: ', `${PASSWORD}x\x7f\r`],
      ['Again: ', `${PASSWORD}\r`],
    ]);
    expect(await ended).toEqual({
      code: 0,
      screen: 'Password: \nAgain: \nCreated ana. Its role is member, and it sees all machines.\n',
    });
    expect((await run(['user', 'list'])).out).toContain('ana');
  });

  test('may be pasted with both lines at once', async () => {
    const { ended } = create([['Password: ', `${PASSWORD}\r${PASSWORD}\r`]]);
    expect(await ended).toEqual({
      code: 0,
      screen: 'Password: \nAgain: \nCreated ana. Its role is member, and it sees all machines.\n',
    });
  });

  test('is not taken when the second is another', async () => {
    const { ended } = create([
      ['Password: ', `${PASSWORD}\r`],
      ['Again: ', `${PASSWORD.trim()}\r`],
    ]);
    const screen = 'Password: \nAgain: \npassword: The two passwords are not the same.\n';
    expect(await ended).toEqual({ code: 1, screen });
  });

  test.each([
    ['Ctrl-C ends the first question', [['Password: ', 'ab\x03']], 130, ''],
    [
      'Ctrl-C ends the second question',
      [
        ['Password: ', 'ab\r'],
        ['Again: ', '\x03'],
      ],
      130,
      '',
    ],
    ['Ctrl-D gives no password', [['Password: ', '\x04']], 1, 'password: This field is required.\n'],
  ] as const)('%s', async (_title, turns, code, last) => {
    const { code: exitCode, screen } = await create(turns).ended;
    expect(exitCode).toBe(code);
    expect(screen).toMatch(/^Password: \n(Again: \n)?/);
    expect(screen.replace(/^Password: \n(Again: \n)?/, '')).toBe(last);
  });
});
