import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { RecoveryCode } from '../../../../src/features/accounts/second-factor/recovery-code.entity.js';
import { TotpDevice } from '../../../../src/features/accounts/second-factor/totp-device.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { letLoginsAge, reauthenticate } from '../../../support/accounts/reauthentication.js';
import { codeOf, loginsWithCode, personWithTotp, setUpTotp } from '../../../support/accounts/second-factors.js';
import { audited, codeOf as codeOfFault, dataOf, startWithStaff } from '../../../support/administration.js';
import { allRows } from '../../../support/databases/all-rows.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import type { Browser } from '../../../support/http/browser.js';
import { createTestApp, PASSWORD } from '../../../support/test-app.js';

const FACTORS = '{ secondFactors { totp recoveryCodesLeft required } }';
const setPolicy = (policy: string) => `mutation { setSecondFactorPolicy(policy: ${policy}) { secondFactor } }`;

async function fetchFactors(caller: Browser): Promise<object> {
  const { secondFactors } = await dataOf<{ secondFactors: object }>(caller, FACTORS);
  return secondFactors;
}

const login = loginsWithCode['token issue'];

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`second factors on ${kind.name} (contract 14)`, () => {
    test('are set up with a code of the app, in the session that stays; all others end', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const other = await app.loginAs('ana');
      const script = await app.scriptAs('ana');
      expect(await fetchFactors(ana)).toEqual({ totp: false, recoveryCodesLeft: 0, required: false });
      const begin = 'mutation { beginTotp { secret uri } }';
      const { beginTotp } = await dataOf<{ beginTotp: { secret: string; uri: string } }>(ana, begin);
      expect(new URL(beginTotp.uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
      expect(new URL(beginTotp.uri).searchParams.get('secret')).toBe(beginTotp.secret);
      expect(decodeURIComponent(beginTotp.uri)).toContain('Vigia (vigia.test):ana');
      // Until then, nothing has changed.
      expect(await login?.(app, {})).toBe('in');
      expect(await codeOfFault(ana, 'mutation { confirmTotp(code: "000000") }')).toBe('BAD_USER_INPUT');
      const confirm = `mutation { confirmTotp(code: "${codeOf(beginTotp.secret, app)}") }`;
      const { confirmTotp } = await dataOf<{ confirmTotp: string[] }>(ana, confirm);
      expect(new Set(confirmTotp).size).toBe(10);
      expect(await fetchFactors(ana)).toEqual({ totp: true, recoveryCodesLeft: 10, required: false });
      for (const ended of [other, script]) expect(await codeOfFault(ended, FACTORS)).toBe('UNAUTHENTICATED');
      // Setting up uses up its code and works only once.
      expect(await login?.(app, { otp: codeOf(beginTotp.secret, app) })).toBe('wrong');
      expect(await codeOfFault(ana, confirm)).toBe('BAD_USER_INPUT');
      // Neither the secret nor a code is stored or logged in clear text.
      const stored = (await allRows(app.database.em.fork())) + app.lines.join();
      for (const secret of [beginTotp.secret, ...confirmTotp]) {
        expect(stored).not.toContain(secret);
        expect(stored).not.toContain(secret.replaceAll('-', ''));
      }
    });

    test('are replaced, renewed and removed by who has proved who they are, and recorded', async () => {
      const { app } = await startWithStaff(kind);
      const { browser: ana, recoveryCodes, code } = await personWithTotp(app);
      const replaced = await setUpTotp(app, ana);
      await app.sleep({ minutes: 2 });
      expect(await login?.(app, { otp: code() })).toBe('wrong');
      expect(await login?.(app, { otp: recoveryCodes[0] ?? '' })).toBe('wrong');
      expect(await login?.(app, { otp: codeOf(replaced.secret, app) })).toBe('in');
      const renew = 'mutation { renewRecoveryCodes }';
      const { renewRecoveryCodes } = await dataOf<{ renewRecoveryCodes: string[] }>(ana, renew);
      expect(await login?.(app, { otp: replaced.recoveryCodes[0] ?? '' })).toBe('wrong');
      expect(await login?.(app, { otp: renewRecoveryCodes[0] ?? '' })).toBe('in');
      await letLoginsAge(app);
      for (const change of [renew, 'mutation { removeTotp }', 'mutation { beginTotp { secret } }']) {
        expect(await codeOfFault(ana, change)).toBe('REAUTHENTICATION_REQUIRED');
      }
      await reauthenticate(ana, { password: 'correct horse 7', otp: codeOf(replaced.secret, app) });
      await dataOf(ana, 'mutation { removeTotp }');
      expect(await fetchFactors(ana)).toEqual({ totp: false, recoveryCodesLeft: 0, required: false });
      for (const change of [renew, 'mutation { removeTotp }']) {
        expect(await codeOfFault(ana, change)).toBe('BAD_USER_INPUT');
      }
      expect(await login?.(app, {})).toBe('in');
      const where = { event: { $in: ['factor_add', 'factor_remove', 'recovery_codes_renew'] }, username: 'ana' };
      const events = await app.database.em.fork().find(AuthenticationEvent, where, { orderBy: { id: 'asc' } });
      expect(events.map(({ event }) => event)).toEqual([
        ...['factor_add', 'factor_add', 'recovery_codes_renew', 'factor_remove'],
      ]);
    });

    test('can be begun for a quarter of an hour, and anew', async () => {
      const { app } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const begin = () => dataOf<{ beginTotp: { secret: string } }>(ana, 'mutation { beginTotp { secret } }');
      const confirm = (secret: string) => codeOfFault(ana, `mutation { confirmTotp(code: "${codeOf(secret, app)}") }`);
      const { beginTotp: first } = await begin();
      const { beginTotp: second } = await begin();
      expect(await confirm(first.secret)).toBe('BAD_USER_INPUT');
      await letLoginsAge(app);
      await reauthenticate(ana);
      expect(await confirm(second.secret)).toBe('BAD_USER_INPUT');
      const { beginTotp: third } = await begin();
      expect(await confirm(third.secret)).toBeUndefined();
      expect(await app.database.em.fork().count(TotpDevice)).toBe(1);
    });

    test('are finished only where one has proved who one is, though another session has begun', async () => {
      const { app } = await startWithStaff(kind);
      const old = await app.loginAs('ana');
      await letLoginsAge(app);
      const ana = await app.loginAs('ana');
      const { beginTotp } = await dataOf<{ beginTotp: { secret: string } }>(ana, 'mutation { beginTotp { secret } }');
      const confirm = `mutation { confirmTotp(code: "${codeOf(beginTotp.secret, app)}") }`;
      expect(await codeOfFault(old, confirm)).toBe('REAUTHENTICATION_REQUIRED');
      expect(await codeOfFault(ana, confirm)).toBeUndefined();
    });

    test('are asked for where one proves again who one is', async () => {
      const { app } = await startWithStaff(kind);
      const { browser: ana, code } = await personWithTotp(app);
      const fields = async (proof: object) =>
        (await reauthenticate(ana, proof)).json<{ errors?: { extensions: { fields: object } }[] }>().errors?.[0]
          ?.extensions.fields;
      const password = 'correct horse 7';
      expect(await fields({ password })).toEqual({ otp: [expect.any(String)] });
      expect(await fields({ password: 'wrong' })).toEqual({ password: [expect.any(String)] });
      expect(await fields({ password, otp: '000000' })).toEqual({ otp: [expect.any(String)] });
      expect(await fields({ otp: code() })).toEqual({ password: [expect.any(String)] });
      expect(await fields({ password, otp: code() })).toBeUndefined();
    });

    test('are not to be guessed with the password alone: a change of it clears no failures', async () => {
      const { app } = await startWithStaff(kind);
      const { browser } = await personWithTotp(app);
      for (let guess = 0; guess < 4; guess += 1) {
        await reauthenticate(browser, { password: PASSWORD, otp: '000000' });
      }
      const input = { oldPassword: PASSWORD, newPassword1: PASSWORD, newPassword2: PASSWORD };
      await dataOf(browser, 'mutation ($input: ChangePasswordInput!) { changePassword(input: $input) }', { input });
      expect(await app.database.em.fork().count(LoginAttemptSlot, { username: 'ana' })).toBe(4);
    });

    test('of somebody who has lost them are taken by the staff, not by the owner', async () => {
      const { app, staff } = await startWithStaff(kind);
      const { browser: ana } = await personWithTotp(app);
      // The token may have been created by someone who stole the factors.
      const program = await app.programAs('ana', ['READ']);
      expect(await codeOfFault(program, '{ metrics { cpuPercent } }')).toBeUndefined();
      const reset = (name: string) => `mutation { resetUserFactors(username: "${name}") { username hasSecondFactor } }`;
      const seen = async () =>
        (await dataOf<{ users: { nodes: object[] } }>(staff, '{ users { nodes { username hasSecondFactor } } }')).users
          .nodes;
      expect(await codeOfFault(ana, reset('ana'))).toBe('FORBIDDEN');
      expect(await seen()).toEqual([
        { username: 'ana', hasSecondFactor: true },
        { username: 'chefe', hasSecondFactor: false },
      ]);
      await letLoginsAge(app);
      expect(await codeOfFault(staff, reset('ana'))).toBe('REAUTHENTICATION_REQUIRED');
      await reauthenticate(staff);
      expect(await codeOfFault(staff, reset('chefe'))).toBe('BAD_USER_INPUT');
      expect(await dataOf(staff, reset('ana'))).toEqual({
        resetUserFactors: { username: 'ana', hasSecondFactor: false },
      });
      expect(await codeOfFault(ana, FACTORS)).toBe('UNAUTHENTICATED');
      expect((await program.graphql('{ metrics { cpuPercent } }')).status).toBe(401);
      expect(await app.database.em.fork().count(RecoveryCode)).toBe(0);
      expect(await login?.(app, {})).toBe('in');
      expect(await audited(app)).toEqual(['chefe factors_reset ana  ']);
    });

    test('are required by policy: who has none can set one up, and do nothing else', async () => {
      const { app, staff } = await startWithStaff(kind);
      const ana = await app.loginAs('ana');
      const script = await app.scriptAs('ana');
      const metrics = '/sistema/monitoramento/api/v1/metrics';
      // Staff must have a second factor before they can require one of others.
      expect(await codeOfFault(staff, setPolicy('ALL'))).toBe('BAD_USER_INPUT');
      await setUpTotp(app, staff);
      await dataOf(staff, setPolicy('STAFF'));
      expect(await fetchFactors(ana)).toMatchObject({ required: false });
      expect((await script.get(metrics)).status).toBe(200);
      await dataOf(staff, setPolicy('ALL'));
      expect(await dataOf(staff, '{ accessPolicy { registration secondFactor } }')).toEqual({
        accessPolicy: { registration: 'OPEN', secondFactor: 'ALL' },
      });
      const refused = await script.get(metrics);
      expect([refused.status, refused.json()]).toEqual([
        403,
        { detail: expect.any(String), code: 'second_factor_required' },
      ]);
      for (const operation of ['{ metrics { cpuPercent } }', '{ sessions { id } }', 'mutation { endOtherSessions }']) {
        expect(await codeOfFault(ana, operation)).toBe('SECOND_FACTOR_REQUIRED');
      }
      for (const page of ['/', '/termos/', '/sistema/monitoramento/', '/graphql', '/termos/texto/']) {
        const { status, headers } = await ana.get(page);
        expect([page, status, headers.get('location')]).toEqual([page, 302, '/conta/']);
      }
      expect((await ana.get('/conta/')).status).toBe(200);
      expect(await fetchFactors(ana)).toEqual({ totp: false, recoveryCodesLeft: 0, required: true });
      await setUpTotp(app, ana);
      expect((await ana.get('/')).status).toBe(200);
      expect(await codeOfFault(ana, '{ metrics { cpuPercent } }')).toBeUndefined();
      expect(await codeOfFault(ana, 'mutation { removeTotp }')).toBe('BAD_USER_INPUT');
      expect(await fetchFactors(ana)).toMatchObject({ totp: true });
      // The staff policy also applies to users who become staff.
      await dataOf(staff, setPolicy('STAFF'));
      const eva = await app.loginAs('eva');
      await dataOf(staff, 'mutation { setStaff(username: "eva", isStaff: true) { username } }');
      expect(await codeOfFault(eva, '{ users { nodes { username } } }')).toBe('SECOND_FACTOR_REQUIRED');
      await dataOf(staff, setPolicy('OPTIONAL'));
      expect(await codeOfFault(eva, '{ users { nodes { username } } }')).toBeUndefined();
      expect((await audited(app)).filter((line) => line.includes('policy'))).toEqual([
        'chefe second_factor_policy  {"secondFactor":"OPTIONAL"} {"secondFactor":"STAFF"}',
        'chefe second_factor_policy  {"secondFactor":"STAFF"} {"secondFactor":"ALL"}',
        'chefe second_factor_policy  {"secondFactor":"ALL"} {"secondFactor":"STAFF"}',
        'chefe second_factor_policy  {"secondFactor":"STAFF"} {"secondFactor":"OPTIONAL"}',
      ]);
    });
  });
}

describe('a policy that requires a second factor', () => {
  test('ends the subscriptions of who has none, and lets none begin', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('chefe', { isStaff: true });
    const ana = await app.loginAs('ana');
    await setUpTotp(app, staff);
    const client = app.live({ as: ana });
    const closed = Promise.withResolvers<unknown>();
    client.on('closed', closed.resolve);
    const metrics = client.iterate({ query: 'subscription { metrics { cpuPercent } }' });
    expect((await metrics.next()).value).toHaveProperty('data');
    await dataOf(staff, setPolicy('ALL'));
    expect(await closed.promise).toMatchObject({ code: 1012 });
    const again = app.live({ as: ana }).iterate({ query: 'subscription { metrics { cpuPercent } }' });
    await expect(again.next()).rejects.toMatchObject([{ extensions: { code: 'SECOND_FACTOR_REQUIRED' } }]);
  });

  test('leaves accounts as they are that are made while it holds', async () => {
    const app = await createTestApp();
    const staff = await app.loginAs('chefe', { isStaff: true });
    await setUpTotp(app, staff);
    await dataOf(staff, setPolicy('ALL'));
    const nova = await app.loginAs('nova');
    expect(await fetchFactors(nova)).toMatchObject({ required: true });
    expect(await app.database.em.fork().count(User, { isActive: true })).toBe(2);
  });
});
