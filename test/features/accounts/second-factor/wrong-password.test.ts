import { describe, expect, test } from 'vitest';
import { loginsWithCode, personWithTotp } from '../../../support/accounts/second-factors.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const staff = { isStaff: true };

const FACTORS = /totp_devices|recovery_codes|passkeys|rate_limits/;
/** Matches account tables only, to ignore concurrent statements from alerting. */
const ACCOUNTS = /users|login_places|authentication_events|sessions|outbox/;

/** Records a service's account statements from now on, without values. */
function recordStatements(app: TestApp): { readonly taken: () => string[] } {
  const connection = app.database.em.getConnection() as unknown as { execute: (...args: unknown[]) => unknown };
  const execute = connection.execute.bind(connection);
  let statements: string[] = [];
  connection.execute = (...args) => {
    statements.push(String(args[0]).replaceAll(/'[^']*'|\b\d+\b/g, '?'));
    return execute(...args);
  };
  return {
    taken: () => {
      const all = statements.filter((statement) => ACCOUNTS.test(statement) || FACTORS.test(statement));
      statements = [];
      return all;
    },
  };
}

describe.each(Object.entries(loginsWithCode))('%s with a wrong password (decision 061)', (_name, login) => {
  test('does the same for an account with a second factor as for one without', async () => {
    const app = await createTestApp();
    await personWithTotp(app, 'ana', staff);
    await app.createUser('bia', staff);
    const { taken } = recordStatements(app);
    const wrong = async (username: string, otp?: string) => {
      const outcome = await login(app, { username, password: 'wrong', ...(otp && { otp }) });
      return [outcome, ...taken()];
    };
    // The first attempt loads data that is then cached.
    await wrong('bia');
    const plain = await wrong('bia');
    expect(plain.length).toBeGreaterThan(3);
    expect(await wrong('ana')).toEqual(plain);
    expect(await wrong('ana', '000000')).toEqual(plain);
    expect(plain.filter((statement) => FACTORS.test(statement))).toEqual([]);
    // The factors are looked up only if the password is right.
    await login(app, { username: 'ana' });
    expect(taken().filter((statement) => FACTORS.test(statement))).not.toEqual([]);
  });
});
