import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandLine, createArguments } from '../support/processes/command-line.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe('the command line (contract 10)', () => {
  test.each([
    [['usre'], '"usre" is not a command; vigia --help lists them', 'vigia [<command>] [arguments]'],
    [
      ['user', 'delete'],
      '"user delete" is not a command; vigia user --help lists them',
      'vigia user <command> [arguments]',
    ],
    [['user'], '"user" is not a command; vigia user --help lists them', 'vigia user <command> [arguments]'],
    [['serve', 'now'], 'unexpected argument "now"', 'vigia serve'],
    [['migrate', '--force'], "Unknown option '--force'", 'vigia migrate'],
    [
      ['user', 'create'],
      'missing <username>',
      'vigia user create <username> --email <email> --first-name <first-name> ',
    ],
    [['user', 'create', 'ana', '--email', 'a@example.com'], 'missing --first-name', 'vigia user create '],
    [['user', 'create', 'ana', '--email'], "Option '--email <value>' argument missing", 'vigia user create '],
    [['user', 'create', 'ana', '--password', 'x'], "Unknown option '--password'", 'vigia user create '],
    [['user', 'list', '--all'], "Unknown option '--all'", 'vigia user list'],
    [['user', 'activate', 'ana', 'bia'], 'unexpected argument "bia"', 'vigia user activate <username>'],
    [['user', 'deactivate'], 'missing <username>', 'vigia user deactivate <username>'],
    [['user', 'set-password'], 'missing <username>', 'vigia user set-password <username> [--password-stdin]'],
    [['user', 'unlock'], 'missing <username>', 'vigia user unlock <username>'],
    [['import-django'], 'missing <file>', 'vigia import-django <file> [--dry-run] [--users <users>] [--terms <terms>]'],
    [['backup', 'a', 'b'], 'unexpected argument "b"', 'vigia backup <file>'],
    [['user', 'staff', '--grant', 'ana'], "Unknown option '--grant'", 'vigia user staff <username> [--revoke]'],
  ])('%j is not understood: exit 2, with the usage', async (args, message, usage) => {
    const { code, out, err } = await commandLine().run(args);
    expect([code, out]).toEqual([2, '']);
    const lines = err.split('\n');
    expect(lines[0]).toBe(`vigia: ${message}`);
    expect(lines[1]?.startsWith(`usage: ${usage}`)).toBe(true);
    expect(lines).toHaveLength(3);
  });

  test('--version says which version this is, and nothing else', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await commandLine().run(['--version'])).toMatchObject({ code: 0, out: `${version}\n`, err: '' });
  });

  test.each([
    [['--help'], '\n  vigia setup\n'],
    [['-h'], 'migrate'],
    [['help'], 'usage: vigia'],
    [['user', '--help'], 'user unlock'],
    [['user', 'create', '--help'], 'vigia user create ana --email ana@example.com --first-name Ana --staff'],
    [['user', 'list', '--help'], 'vigia user list'],
    [['user', 'staff', '-h'], '--revoke'],
    [['serve', '--help'], 'PORT=8080 vigia serve'],
    [['import-django', '--help'], 'vigia import-django /srv/django/db.sqlite3 --dry-run'],
    [['backup', '-h'], 'vigia backup /var/backups/'],
    [['migrate', '-h'], 'DATA_DIR=/srv/vigia vigia migrate'],
  ])('%j teaches, with an example', async (args, part) => {
    const { code, out, err } = await commandLine().run(args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^usage: vigia/);
    expect(out).toContain('\nExample');
    expect(out).toContain(part);
  });

  test('migrate makes the tables, and a bad setting is one line', async () => {
    const { run } = commandLine();
    expect(await run(['migrate'])).toEqual({ code: 0, out: 'The database is up to date.\n', err: '' });
    expect((await run(['user', 'list'])).code).toBe(0);
    const { code, err } = await commandLine('/dev/null/data').run(['migrate']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^DATA_DIR cannot be used: [^\n]+\n$/)]);
    const { err: list } = await commandLine(temporaryFolder(), { DISPOSABLE_DOMAINS_FILE: '/nowhere' }).run([
      'migrate',
    ]);
    expect(list).toMatch(/^DISPOSABLE_DOMAINS_FILE cannot be used: [^\n]+\n$/);
  });

  test.each([
    ['pt_BR.UTF-8', undefined, 'Use no máximo 150 caracteres.'],
    ['en_US.UTF-8', 'pt_PT', 'Use no máximo 150 caracteres.'],
    ['es_MX.UTF-8', undefined, 'Usa como máximo 150 caracteres.'],
    ['pt_BR.UTF-8', 'C', 'Use at most 150 characters.'],
  ])('with LANG=%s and LC_ALL=%s faults are in the language of the operator', async (LANG, LC_ALL, text) => {
    const { run } = commandLine(temporaryFolder(), { LANG, ...(LC_ALL && { LC_ALL }) });
    const { code, err } = await run([...createArguments('a'.repeat(151)), '--password-stdin'], 'quite long 7');
    expect([code, err]).toEqual([1, `username: ${text}\n`]);
  });
});
