import { expect, test } from 'vitest';
import { PersonalAccessToken } from '../../../src/features/accounts/personal-tokens/personal-access-token.entity.js';
import { hashOfPersonalToken } from '../../../src/features/accounts/personal-tokens/token-text.js';
import { storeAccount } from '../../support/accounts/stored-accounts.js';
import { openTestDatabase } from '../../support/databases/databases.js';
import { commandLine } from '../../support/processes/command-line.js';

test('personal access tokens on the command line: created, listed and revoked (contract 10, 14)', async () => {
  const { file, run, events } = commandLine();
  await storeAccount(file, 'ana');
  const made = await run([
    'token',
    'create',
    'Ana',
    'Grafana',
    '--scope',
    'READ',
    '--scope',
    'convert',
    '--days',
    '30',
  ]);
  expect([made.code, made.err]).toEqual([0, expect.stringMatching(/^A token of ana that expires on .+:\n$/)]);
  const token = made.out.trim();
  expect(token).toMatch(/^vigia_pat_[0-9A-Za-z]{49}$/);
  const { em } = await openTestDatabase({ kind: 'sqlite', file });
  const row = await em.fork().findOneOrFail(PersonalAccessToken, { name: 'Grafana' });
  expect(row.tokenHash).toBe(hashOfPersonalToken(token));

  expect((await run(['token', 'list', 'ana'])).out).toMatch(
    /^id +name +scopes +created +expires +last used\n1 +Grafana +READ, CONVERT +.+ +never\n$/,
  );
  expect(await run(['token', 'create', 'ana', 'x', '--scope', 'STAFF_READ'])).toMatchObject({ code: 1, out: '' });
  expect(await run(['token', 'create', 'ana', 'x', '--scope', 'ALL'])).toMatchObject({ code: 2, out: '' });
  expect(await run(['token', 'create', 'ana', 'x'])).toMatchObject({ code: 2, out: '' });
  expect((await run(['token', 'revoke', '1'])).out).toBe('Revoked the token "Grafana" of ana.\n');
  expect(await run(['token', 'revoke', '1'])).toMatchObject({ code: 1, out: '' });
  expect((await events()).filter((event) => event.startsWith('personal_token'))).toEqual([
    'personal_token_create success ana',
    'personal_token_revoke success ana',
  ]);
});
