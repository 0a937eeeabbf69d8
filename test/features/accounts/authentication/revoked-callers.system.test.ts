import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { storeAccount } from '../../../support/accounts/stored-accounts.js';
import { Browser } from '../../../support/http/browser.js';
import { startPausedRequest } from '../../../support/http/paused-request.js';
import { commandLine } from '../../../support/processes/command-line.js';
import { sharedService } from '../../../support/processes/running-service.js';
import { PASSWORD } from '../../../support/test-app.js';

const CREATE_STAFF = `mutation ($input: CreateUserInput!) {
  createUser(input: $input) { username }
}`;

function staffNamed(username: string) {
  const password = { password1: PASSWORD, password2: PASSWORD };
  return {
    input: { username, firstName: 'X', email: 'x@example.com', isStaff: true, ...password },
  };
}

/** Changes made to an account by the command line, and the status that its holder then gets. */
const REVOCATIONS = {
  deactivate: { args: ['user', 'deactivate'], status: 401 },
  demote: { args: ['user', 'staff', '--revoke'], status: 403 },
  'set-password': { args: ['user', 'set-password', '--password-stdin'], status: 401 },
} as const;

function namesIn(file: string): readonly string[] {
  const database = new SqliteDatabase(file, { readonly: true });
  const names = database.prepare<[], string>('select username from users').pluck().all();
  database.close();
  return names;
}

/** Functions that authenticate in different ways; each returns the headers. */
const PROOFS = {
  token: async (baseUrl: string, username: string) => {
    const answer = await new Browser(baseUrl).request('POST', '/accounts/api/v1/token/', {
      body: JSON.stringify({ username, password: PASSWORD }),
      headers: { 'content-type': 'application/json' },
    });
    return { authorization: `Bearer ${answer.json<{ access: string }>().access}` };
  },
  session: async (baseUrl: string, username: string) => {
    const browser = new Browser(baseUrl);
    await browser.submit('/accounts/login/', { username, password: PASSWORD });
    return { cookie: `sessionid=${browser.cookies.get('sessionid')}`, origin: baseUrl };
  },
} as const;

describe('a caller whose rights end while the body of the request is on its way (promises 18, 41)', () => {
  const service = sharedService();
  /** Creates the staff member that must always exist. */
  let kept: Promise<unknown> | undefined;
  const keep = (file: string) => {
    kept ??= storeAccount(file, 'keeper', { isStaff: true });
    return kept;
  };
  const cases = Object.keys(PROOFS).flatMap((proof) => Object.keys(REVOCATIONS).map((change) => [proof, change]));

  test.each(cases as [keyof typeof PROOFS, keyof typeof REVOCATIONS][])(
    'by %s: `vigia user %s` in another process, and nothing is done for him',
    async (proof, change) => {
      const { baseUrl, dataDir } = await service();
      const { file, run } = commandLine(dataDir);
      const username = `${proof}-${change}`;
      await keep(file);
      await storeAccount(file, username, { isStaff: true });
      const headers = await PROOFS[proof](baseUrl, username);
      const operation = { query: CREATE_STAFF, variables: staffNamed(`made-by-${username}`) };
      const finish = await startPausedRequest(baseUrl, operation, headers);

      const { args, status } = REVOCATIONS[change];
      expect(await run([...args, username], 'another horse 8\n')).toMatchObject({ code: 0 });

      expect(await finish()).toMatchObject({ status });
      expect(namesIn(file)).toContain(username);
      expect(namesIn(file)).not.toContain(operation.variables.input.username);
    },
  );

  test('a caller whose rights remain is answered as ever after such a pause', async () => {
    const { baseUrl, dataDir } = await service();
    const { file, create } = commandLine(dataDir);
    await storeAccount(file, 'lasting', { isStaff: true });
    const headers = await PROOFS.token(baseUrl, 'lasting');
    const finish = await startPausedRequest(baseUrl, { query: CREATE_STAFF, variables: staffNamed('wanted') }, headers);
    await create('somebody');
    expect(await finish()).toMatchObject({ status: 200 });
    expect(namesIn(file)).toContain('wanted');
  });
});
