import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { codeOf, loginsWithCode, proofIn, setUpTotp } from '../../support/accounts/second-factors.js';
import { dataOf } from '../../support/administration.js';
import { databaseKinds, openTestDatabase } from '../../support/databases/databases.js';
import { djangoDatabase, djangoDump, moveInto, OLD, writeFixture } from '../../support/django.js';
import { createTestApp } from '../../support/test-app.js';

/** The key from RFC 6238, as stored by django-otp and as shown by an authenticator app. */
const KEY = '3132333435363738393031323334353637383930';
const SECRET = Secret.fromHex(KEY).base32;

const USERS = ['ana', 'bia', 'caio', 'davi'].map((username) => ({ username }));

/** Tables of django-otp 1.5 with one TOTP device per user, some of them valid and others not. */
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

const UNFIT = 'has an authenticator app whose codes are not six digits every 30 seconds, which was left out.';
const LOST =
  'had a second factor that was not taken over: cannot log in until staff reset it (vigia user reset-factors).';
const CODES_ALONE = 'has recovery codes alone, which were taken over: when they are used up, only staff can let it in.';

const login = loginsWithCode['token issue'];

const factorLines = (report: readonly string[]) => report.filter((line) => /factor|left out|codes/.test(line));

for (const { name, available, locate } of databaseKinds) {
  describe.runIf(available)(`second factors of django-otp, into ${name}`, () => {
    test('are taken over where they fit, with their recovery codes; the others are reported', async () => {
      const app = await createTestApp({ database: await openTestDatabase(await locate()) });
      const file = djangoDatabase({ users: USERS, sql: OTP_TABLES });
      const dryRun = await moveInto(app, file, { isDryRun: true });
      const report = await moveInto(app, file);
      const told = [
        `  "ana" (id 1) ${UNFIT}`,
        `  "bia" (id 2) ${UNFIT}`,
        `  "bia" (id 2) ${LOST}`,
        `  "davi" (id 4) ${CODES_ALONE}`,
        'With their second factor: 2.',
        'Closed until staff reset their second factor: 1.',
      ];
      expect(factorLines(dryRun)).toEqual(told);
      expect(factorLines(report)).toEqual(told);
      const enter = (username: string, otp?: string) => login?.(app, { username, password: OLD, ...(otp && { otp }) });
      expect(await enter('ana')).toBe('asks for a code');
      expect(await enter('ana', codeOf(SECRET, app))).toBe('in');
      expect(await enter('ana', 'nqw3k2ab')).toBe('in');
      expect(await enter('ana', 'nqw3k2ab')).toBe('wrong');
      expect(await enter('ana', 'aa7xy2cd')).toBe('wrong');
      expect(await enter('bia')).toBe('closed');
      expect(await enter('caio')).toBe('in');
      expect(await enter('davi')).toBe('asks for a code');
      expect(await enter('davi', 'aa7xy2cd')).toBe('in');
      expect(await enter('davi')).toBe('closed');
    });
  });
}

/** Other packages' tables as their migrations create them, without the columns that the import ignores. */
const OTHER_TABLES = `
  CREATE TABLE "otp_email_emaildevice" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "email" varchar(254), "user_id" integer);
  CREATE TABLE "two_factor_phonedevice" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "number" varchar(128), "user_id" integer);
  CREATE TABLE "otp_hotp_hotpdevice" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "key" varchar(80), "counter" bigint, "user_id" integer);
  CREATE TABLE "otp_webauthn_webauthncredential" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "credential_id" blob, "user_id" integer);
  CREATE TABLE "acme_pigeondevice" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "user_id" integer);
  CREATE TABLE "mfa_authenticator" ("id" integer PRIMARY KEY, "type" varchar(20), "data" text, "created_at" datetime, "last_used_at" datetime, "user_id" integer);
  CREATE TABLE "mfa_user_keys" ("id" integer PRIMARY KEY, "username" varchar(50), "properties" text, "key_type" varchar(25), "enabled" bool);
  CREATE TABLE "trench_mfamethod" ("id" integer PRIMARY KEY, "name" varchar(255), "secret" varchar(255), "is_primary" bool, "is_active" bool, "user_id" integer);
  CREATE TABLE "events_attendance" ("id" integer PRIMARY KEY, "name" varchar(64), "confirmed" bool, "user_id" integer);
  INSERT INTO otp_email_emaildevice VALUES (1, 'mail', 1, '', 1), (2, 'mail', 0, '', 9);
  INSERT INTO two_factor_phonedevice VALUES (1, 'sms', 1, '+550', 2);
  INSERT INTO otp_hotp_hotpdevice VALUES (1, 'token', 1, '00', 0, 3);
  INSERT INTO otp_webauthn_webauthncredential VALUES (1, 'key', 1, x'00', 4);
  INSERT INTO acme_pigeondevice VALUES (1, 'pigeon', 1, 5);
  INSERT INTO mfa_authenticator VALUES (1, 'totp', '{}', '2024-01-01', null, 6), (2, 'recovery_codes', '{}', '2024-01-01', null, 6);
  INSERT INTO mfa_user_keys VALUES (1, 'gabi', '{}', 'FIDO2', 1), (2, 'heitor', '{}', 'FIDO2', 0);
  INSERT INTO trench_mfamethod VALUES (1, 'email', 'x', 1, 1, 8), (2, 'email', 'x', 1, 0, 9);
  INSERT INTO events_attendance VALUES (1, 'party', 1, 9);
`;

describe('an account whose second factor cannot be taken over', () => {
  const people = ['ana', 'bia', 'caio', 'davi', 'eva', 'fabio', 'gabi', 'ines', 'heitor'];

  test('is named with it, whatever package it is of, and is not opened by its password', async () => {
    const app = await createTestApp();
    const file = djangoDatabase({ users: people.map((username) => ({ username })), sql: OTHER_TABLES });
    const leftOut = (username: string, id: number, factor: string) => [
      `  "${username}" (id ${id}) has a second factor of ${factor}, which was left out.`,
      `  "${username}" (id ${id}) ${LOST}`,
    ];
    const told = [
      ...leftOut('ana', 1, 'otp_email_emaildevice'),
      ...leftOut('bia', 2, 'two_factor_phonedevice'),
      ...leftOut('caio', 3, 'otp_hotp_hotpdevice'),
      ...leftOut('davi', 4, 'otp_webauthn_webauthncredential'),
      ...leftOut('eva', 5, 'acme_pigeondevice'),
      ...leftOut('fabio', 6, 'mfa_authenticator'),
      ...leftOut('gabi', 7, 'mfa_user_keys'),
      ...leftOut('ines', 8, 'trench_mfamethod'),
      'Closed until staff reset their second factor: 8.',
    ];
    expect(factorLines(await moveInto(app, file, { isDryRun: true }))).toEqual(told);
    expect(factorLines(await moveInto(app, file))).toEqual(told);
    for (const username of people.slice(0, -1)) {
      expect([username, await login?.(app, { username, password: OLD })]).toEqual([username, 'closed']);
    }
    expect(await login?.(app, { username: 'heitor', password: OLD })).toBe('in');
  });

  test('is found in a dump too', async () => {
    for (const natural of [false, true]) {
      const app = await createTestApp();
      const items = JSON.parse(djangoDump(USERS, { natural }));
      const fields = { user: natural ? ['bia'] : 2, name: 'mail', confirmed: true, email: '' };
      items.push({ model: 'otp_email.emaildevice', pk: 1, fields });
      const report = await moveInto(app, writeFixture(JSON.stringify(items)));
      expect(report.filter((line) => line.includes('otp_email.emaildevice'))).toHaveLength(1);
      expect(await login?.(app, { username: 'bia', password: OLD })).toBe('closed');
      expect(await login?.(app, { username: 'ana', password: OLD })).toBe('in');
    }
  });

  test('is asked after where a dump has none at all', async () => {
    const note = 'No second factors are in this dump.';
    const has = (report: readonly string[]) => report.some((line) => line.startsWith(note));
    const app = await createTestApp();
    const device = { model: 'otp_email.emaildevice', pk: 1, fields: { user: 2, name: 'mail', confirmed: true } };
    const items = [...JSON.parse(djangoDump(USERS)), device];
    expect(has(await moveInto(app, writeFixture(djangoDump(USERS)), { isDryRun: true }))).toBe(true);
    expect(has(await moveInto(app, writeFixture(JSON.stringify(items)), { isDryRun: true }))).toBe(false);
    expect(has(await moveInto(app, djangoDatabase({ users: USERS }), { isDryRun: true }))).toBe(false);
  });

  for (const [door, enter] of Object.entries(loginsWithCode)) {
    test(`is told whom to ask by ${door}, after the right password alone, until staff reset it`, async () => {
      const app = await createTestApp();
      const sql = `${OTHER_TABLES} UPDATE auth_user SET is_staff = 1;`;
      await moveInto(app, djangoDatabase({ users: [{ username: 'ana' }], sql }));
      for (const otp of [undefined, '123456', 'nqw3k2ab']) {
        expect(await enter(app, { password: OLD, ...(otp && { otp }) })).toBe('closed');
        expect(await enter(app, { password: 'a wrong one 7', ...(otp && { otp }) })).toBe('wrong');
      }
      const staff = await app.loginAs('chefe', { isStaff: true });
      const seen = '{ user(username: "ana") { hasSecondFactor } }';
      expect(await dataOf(staff, seen)).toEqual({ user: { hasSecondFactor: true } });
      await dataOf(staff, 'mutation { resetUserFactors(username: "ana") { username } }');
      expect(await dataOf(staff, seen)).toEqual({ user: { hasSecondFactor: false } });
      expect(await enter(app, { password: OLD })).toBe('in');
    });
  }

  test('counts for the lockout as one that asks for a code: the right password clears no failures', async () => {
    const app = await createTestApp();
    await moveInto(app, djangoDatabase({ users: [{ username: 'ana' }], sql: OTHER_TABLES }));
    for (let failures = 1; failures <= 4; failures += 1) {
      expect(await login?.(app, { password: 'a wrong one 7' })).toBe('wrong');
      expect(await login?.(app, { password: OLD })).toBe('closed');
    }
    expect(await login?.(app, { password: 'a wrong one 7' })).toBe('locked');
    expect(await login?.(app, { password: OLD })).toBe('locked');
  });

  test('opens by itself with a new factor, which somebody let in by a recovery code sets up', async () => {
    const app = await createTestApp();
    await moveInto(app, djangoDatabase({ users: USERS, sql: OTP_TABLES }));
    const davi = app.browser();
    const first = await davi.submit('/accounts/login/', { username: 'davi', password: OLD });
    await davi.submit('/accounts/login/', { proof: proofIn(first) ?? '', otp: 'aa7xy2cd' });
    const { secret, recoveryCodes } = await setUpTotp(app, davi);
    await app.sleep({ minutes: 2 });
    expect(await login?.(app, { username: 'davi', password: OLD })).toBe('asks for a code');
    expect(await login?.(app, { username: 'davi', password: OLD, otp: codeOf(secret, app) })).toBe('in');
    expect(await login?.(app, { username: 'davi', password: OLD, otp: recoveryCodes[0] ?? '' })).toBe('in');
    await dataOf(davi, 'mutation { removeTotp }');
    expect(await login?.(app, { username: 'davi', password: OLD })).toBe('in');
  });
});

test('of two authenticator apps the one that was used last is taken over, and the other is named', async () => {
  const other = 'a1'.repeat(20);
  const app = await createTestApp();
  const sql = `${OTP_TABLES} DELETE FROM otp_totp_totpdevice;
    INSERT INTO otp_totp_totpdevice VALUES
      (1, 'old phone', 1, '${KEY}', 30, 0, 6, 1, 0, 100, 1),
      (2, 'new phone', 1, '${other}', 30, 0, 6, 1, 0, 200, 1);`;
  const report = await moveInto(app, djangoDatabase({ users: USERS, sql }));
  expect(factorLines(report)[0]).toBe(
    '  "ana" (id 1) has another authenticator app, "old phone", which was left out: the one used last was taken over.',
  );
  expect(await login?.(app, { password: OLD, otp: codeOf(SECRET, app) })).toBe('wrong');
  expect(await login?.(app, { password: OLD, otp: codeOf(Secret.fromHex(other).base32, app) })).toBe('in');
});

describe('a second factor that was set up in Django after the account was imported', () => {
  const imported = async (sql: string) => {
    const app = await createTestApp();
    await moveInto(app, djangoDatabase({ users: USERS }));
    return { app, file: djangoDatabase({ users: USERS, sql }) };
  };

  test('is taken over by the next import while nobody has logged in here', async () => {
    const { app, file } = await imported(OTP_TABLES);
    const report = await moveInto(app, file);
    expect(report).toEqual(
      expect.arrayContaining(['Already there, imported before: 4.', 'With their second factor: 2.']),
    );
    expect(await login?.(app, { password: OLD })).toBe('asks for a code');
    expect(await login?.(app, { password: OLD, otp: codeOf(SECRET, app) })).toBe('in');
    expect(await login?.(app, { username: 'bia', password: OLD })).toBe('closed');
    expect(factorLines(await moveInto(app, file))).toEqual([]);
  });

  test('is left out and named once somebody has, as the account is that of Vigia from then on', async () => {
    const { app, file } = await imported(OTP_TABLES);
    await app.browser().submit('/accounts/login/', { username: 'ana', password: OLD });
    expect(factorLines(await moveInto(app, file))[0]).toBe(
      '  "ana" (id 1) has a second factor in Django and none here, where it has logged in since: it stays as it is.',
    );
    expect(await login?.(app, { password: OLD })).toBe('in');
  });
});

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
    expect(await moveInto(app, writeFixture(JSON.stringify(items)))).toContain('With their second factor: 2.');
    const enter = (username: string, otp: string) => login?.(app, { username, password: OLD, otp });
    expect(await enter('ana', 'NQW3-K2AB')).toBe('in');
    expect(await enter('ana', codeOf(SECRET, app))).toBe('in');
    expect(await enter('bia', codeOf(SECRET, app))).toBe('wrong');
    expect(await enter('bia', codeOf(SECRET, app, 1))).toBe('in');
  }
});
