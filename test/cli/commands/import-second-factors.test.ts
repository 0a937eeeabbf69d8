import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { codeOf, loginsWithCode } from '../../support/accounts/second-factors.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { djangoDatabase, djangoDump, fileOf, moveInto, OLD } from '../../support/django.js';
import { createTestApp } from '../../support/test-app.js';

/** The key of RFC 6238, as django-otp stores it, and as an authenticator app has it. */
const KEY = '3132333435363738393031323334353637383930';
const SECRET = Secret.fromHex(KEY).base32;

const USERS = ['ana', 'bia', 'caio', 'davi'].map((username) => ({ username }));

/** The tables of django-otp 1.5, with an app of each user that fits or does not. */
const OTP_TABLES = `
  CREATE TABLE "otp_totp_totpdevice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "confirmed" bool NOT NULL, "key" varchar(80) NOT NULL, "step" smallint unsigned NOT NULL, "t0" bigint NOT NULL, "digits" smallint unsigned NOT NULL, "tolerance" smallint unsigned NOT NULL, "drift" smallint NOT NULL, "last_t" bigint NOT NULL, "user_id" integer NOT NULL);
  CREATE TABLE "otp_static_staticdevice" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "name" varchar(64) NOT NULL, "confirmed" bool NOT NULL, "user_id" integer NOT NULL);
  CREATE TABLE "otp_static_statictoken" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, "token" varchar(16) NOT NULL, "device_id" integer NOT NULL);
  INSERT INTO otp_totp_totpdevice VALUES
    (1, 'phone', 1, '${KEY}', 30, 0, 6, 1, 0, -1, 1),
    (2, 'eight digits', 1, '${KEY}', 30, 0, 8, 1, 0, -1, 2),
    (3, 'not confirmed', 0, '${KEY}', 30, 0, 6, 1, 0, -1, 3),
    (4, 'every minute', 1, '${KEY}', 60, 0, 6, 1, 0, -1, 1);
  INSERT INTO otp_static_staticdevice VALUES (7, 'backup', 1, 1), (8, 'alone', 1, 4);
  INSERT INTO otp_static_statictoken VALUES (1, 'nqw3k2ab', 7), (2, 'zz7xy2cd', 7), (3, 'aa7xy2cd', 8);
`;

const NOTE = 'has an authenticator app whose codes are not six digits every 30 seconds, which was left out.';

const login = loginsWithCode['token issue'];

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`second factors of django-otp, into ${name}`, () => {
    test('are taken over where they fit, with their recovery codes; the others are reported', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const file = djangoDatabase({ users: USERS, sql: OTP_TABLES });
      const dryRun = await moveInto(app, file, { isDryRun: true });
      const report = await moveInto(app, file);
      expect(report.filter((line) => line.includes('authenticator') || line.includes('factor'))).toEqual([
        `  "ana" (id 1) ${NOTE}`,
        `  "bia" (id 2) ${NOTE}`,
        'With their second factor: 1.',
      ]);
      expect(dryRun).toContain('With their second factor: 1.');
      const enter = (username: string, otp?: string) => login?.(app, { username, password: OLD, ...(otp && { otp }) });
      expect(await enter('ana')).toBe('asks for a code');
      expect(await enter('ana', codeOf(SECRET, app))).toBe('in');
      expect(await enter('ana', 'nqw3k2ab')).toBe('in');
      expect(await enter('ana', 'nqw3k2ab')).toBe('wrong');
      expect(await enter('ana', 'aa7xy2cd')).toBe('wrong');
      for (const username of ['bia', 'caio', 'davi'])
        expect([username, await enter(username)]).toEqual([username, 'in']);
    });
  });
}

test('of a dump are taken over too, by key or by name, and a code that was used there is used up', async () => {
  const device = (user: unknown, fields: object = {}) => ({
    ...{ confirmed: true, key: KEY, step: 30, t0: 0, digits: 6, tolerance: 1, drift: 0, last_t: -1, user },
    ...fields,
  });
  for (const natural of [false, true]) {
    const app = await createTestApp();
    const owner = (id: number, username: string) => (natural ? [username] : id);
    const last_t = Math.floor(app.clock.now().getTime() / 30_000);
    const items = JSON.parse(djangoDump(USERS, { natural }));
    items.push(
      { model: 'otp_totp.totpdevice', pk: 1, fields: device(owner(1, 'ana')) },
      { model: 'otp_totp.totpdevice', pk: 2, fields: device(owner(2, 'bia'), { last_t }) },
      { model: 'otp_static.staticdevice', pk: 1, fields: { user: owner(1, 'ana'), name: 'backup', confirmed: true } },
      { model: 'otp_static.statictoken', pk: 1, fields: { device: 1, token: 'nqw3k2ab' } },
    );
    expect(await moveInto(app, fileOf(JSON.stringify(items)))).toContain('With their second factor: 2.');
    const enter = (username: string, otp: string) => login?.(app, { username, password: OLD, otp });
    expect(await enter('ana', 'NQW3-K2AB')).toBe('in');
    expect(await enter('ana', codeOf(SECRET, app))).toBe('in');
    expect(await enter('bia', codeOf(SECRET, app))).toBe('wrong');
    expect(await enter('bia', codeOf(SECRET, app, 1))).toBe('in');
  }
});
