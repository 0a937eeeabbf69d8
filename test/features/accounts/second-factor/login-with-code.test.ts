import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { SecondStep } from '../../../../src/features/accounts/second-factor/second-step.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { systemClock } from '../../../../src/shared/time/clock.js';
import { loginsWithCode, personWithTotp, proofIn } from '../../../support/accounts/second-factors.js';
import { databaseKinds, openTestDatabase } from '../../../support/databases/databases.js';
import { createTestApp, PASSWORD, SECRET_KEY, type TestApp } from '../../../support/test-app.js';

const staff = { isStaff: true };
const WRONG = '000000';

function failures({ database }: TestApp): Promise<number> {
  return database.em.fork().count(LoginAttemptSlot, { username: 'ana' });
}

describe.each(Object.entries(loginsWithCode))('%s of an account with a second factor (promise 51)', (_name, login) => {
  test('asks for a code after the right password alone, and takes one of now, of the step before or after', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app, 'ana', staff);
    expect(await login(app, {})).toBe('asks for a code');
    expect(await login(app, { password: 'wrong' })).toBe('wrong');
    expect(await login(app, { password: 'wrong', otp: code() })).toBe('wrong');
    expect(await login(app, { otp: code(-2) })).toBe('wrong');
    expect(await login(app, { otp: code(2) })).toBe('wrong');
    expect(await login(app, { otp: code(-1) })).toBe('in');
    expect(await login(app, { otp: code() })).toBe('in');
    expect(await login(app, { otp: code(1) })).toBe('in');
  });

  test('takes no code twice, nor one of before it, however the clock is set', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app, 'ana', staff);
    const [before, used] = [code(-1), code()];
    expect(await login(app, { otp: used })).toBe('in');
    expect(await login(app, { otp: used })).toBe('wrong');
    expect(await login(app, { otp: before })).toBe('wrong');
    await app.sleep({ minutes: 5 });
    app.clock.setBy({ minutes: -5 });
    expect(await login(app, { otp: used })).toBe('wrong');
  });

  test('takes a recovery code once, as it is read aloud', async () => {
    const app = await createTestApp();
    const { recoveryCodes } = await personWithTotp(app, 'ana', staff);
    const [first = '', second = ''] = recoveryCodes;
    expect(recoveryCodes).toHaveLength(10);
    expect(await login(app, { otp: first })).toBe('in');
    expect(await login(app, { otp: first })).toBe('wrong');
    expect(await login(app, { otp: second.toLowerCase().replaceAll('-', ' ') })).toBe('in');
    expect(await app.services.secondFactors.recoveryCodesLeft(1)).toBe(8);
  });

  test('counts wrong codes like wrong passwords: the right password alone does not make them forgotten', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app, 'ana', staff);
    for (let guess = 1; guess <= 4; guess += 1) {
      expect(await login(app, { otp: WRONG })).toBe('wrong');
      expect(await login(app, {})).toBe('asks for a code');
      expect(await failures(app)).toBe(guess);
    }
    expect(await login(app, { otp: WRONG })).toBe('locked');
    for (const every of Object.values(loginsWithCode)) expect(await every(app, { otp: code() })).toBe('locked');
    await app.sleep({ minutes: 10 });
    expect(await login(app, { otp: code() })).toBe('in');
    expect(await failures(app)).toBe(0);
  });

  test('is in the audit trail once it is complete, and as a failure with a wrong code', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app, 'ana', staff);
    await app.database.em.fork().nativeDelete(AuthenticationEvent, {});
    await login(app, {});
    await login(app, { otp: WRONG });
    await login(app, { otp: code() });
    const events = await app.database.em.fork().find(AuthenticationEvent, {}, { orderBy: { id: 'asc' } });
    const challenge = 'second_factor_challenge success ';
    expect(events.map(({ event, result, after }) => `${event} ${result} ${after ?? ''}`)).toEqual([
      ...[challenge, 'login failure {"reason":"second_factor"}', 'login success '],
    ]);
  });

  test('is as ever without one', async () => {
    const app = await createTestApp();
    await app.createUser('ana', staff);
    expect(await login(app, {})).toBe('in');
    expect(await login(app, { password: 'wrong' })).toBe('wrong');
  });
});

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`a code that is used twice at once, on ${kind.name} (promise 51)`, () => {
    test('lets one in, whichever process the other one asks', async () => {
      const location = await kind.locate();
      const url = location.kind === 'sqlite' ? `sqlite:${location.file}` : location.url;
      const start = async (options = {}) =>
        createTestApp({ database: await openTestDatabase(location), environment: { DATABASE_URL: url }, ...options });
      const app = await start();
      const { code, recoveryCodes } = await personWithTotp(app);
      const other = await start({ clock: app.clock });
      const { secondFactors } = app.services;
      const ana = await app.database.em.fork().findOneOrFail(User, { username: 'ana' });
      const users = [secondFactors, other.services.secondFactors, secondFactors, other.services.secondFactors];
      for (const once of [code(), recoveryCodes[0] ?? '']) {
        const uses = await Promise.all(users.map((each) => each.use(ana, once, { address: '127.0.0.1' })));
        expect([once, uses.filter(Boolean).length]).toEqual([once, 1]);
      }
    });
  });
}

describe('the token address of an account with a second factor', () => {
  const token = (app: TestApp, body: object) =>
    app.browser().request('POST', '/accounts/api/v1/token/', {
      body: JSON.stringify({ username: 'ana', password: PASSWORD, ...body }),
      headers: { 'content-type': 'application/json' },
    });

  test('says what is missing, and nothing of it to who has a wrong password', async () => {
    const app = await createTestApp();
    await personWithTotp(app);
    const answer = await token(app, {});
    expect([answer.status, answer.json()]).toEqual([401, { detail: expect.any(String), code: 'otp_required' }]);
    expect((await token(app, { password: 'wrong' })).json()).toMatchObject({ code: 'no_active_account' });
    expect((await token(app, { otp: WRONG })).json()).toMatchObject({ code: 'no_active_account' });
    expect((await token(app, { otp: 123 })).json()).toEqual({ otp: [expect.any(String)] });
    expect((await token(app, { otp: '1'.repeat(5000) })).json()).toMatchObject({ code: 'no_active_account' });
  });

  test('refuses the refresh token that was given before the factor was set up', async () => {
    const app = await createTestApp();
    await app.createUser('ana');
    const { access, refresh } = (await token(app, {})).json<{ access: string; refresh: string }>();
    await personWithTotp(app);
    const renewed = await app.browser().post('/accounts/api/v1/token/refresh/', { refresh });
    expect([renewed.status, renewed.json<{ code: string }>().code]).toEqual([401, 'token_not_valid']);
    const stolen = app.browser({ authorization: `Bearer ${access}`, accept: 'application/json' });
    expect((await stolen.get('/sistema/monitoramento/api/v1/metrics')).status).toBe(401);
  });
});

describe('the second form of a login', () => {
  async function firstStep(path = '/accounts/login/', changes = {}) {
    const app = await createTestApp();
    const { code, recoveryCodes } = await personWithTotp(app, 'ana', changes);
    const visitor = app.browser();
    const proof = proofIn(await visitor.submit(path, { username: 'ana', password: PASSWORD })) ?? '';
    return {
      app,
      code,
      recovery: recoveryCodes[0] ?? '',
      visitor,
      proof,
      submit: (to: string, fields: object) => visitor.submit(to, { proof, ...fields }),
    };
  }

  test('opens no session before the code, and goes on where the login would have gone', async () => {
    const { app, code, visitor, proof } = await firstStep();
    expect(visitor.cookies.has('sessionid')).toBe(false);
    expect((await app.browser({ authorization: `Bearer ${proof}` }).graphql('{ me { username } }')).status).toBe(401);
    const next = '/sistema/conversor/';
    const done = await visitor.submit('/accounts/login/', { proof, otp: code(), next });
    expect([done.status, done.headers.get('location')]).toEqual([302, next]);
    expect(visitor.cookies.has('sessionid')).toBe(true);
  });

  test('begins anew after five minutes, after a change of the account, and with any other proof', async () => {
    const { app, code, visitor, proof } = await firstStep();
    const asksAnew = async (given: string) => {
      const { status, text } = await visitor.submit('/accounts/login/', { proof: given, otp: code() });
      return [status, text.includes('name="password"'), text.includes('Demorou demais')];
    };
    const anew = [200, true, true];
    const { access } = await app.scriptAs('rui');
    for (const other of ['x', `${proof}x`, access, 'x'.repeat(5000)]) expect(await asksAnew(other)).toEqual(anew);
    await app.sleep({ minutes: 5 });
    expect(await asksAnew(proof)).toEqual(anew);
    const next = app.browser();
    const again = proofIn(await next.submit('/accounts/login/', { username: 'ana', password: PASSWORD })) ?? '';
    await app.services.accountChanges.endSessions('ana', { method: 'cli', address: '' });
    expect(await asksAnew(again)).toEqual(anew);
  });

  test('holds for five minutes that pass, however the clock is set meanwhile', async () => {
    const { app, recovery, visitor, proof } = await firstStep();
    const answer = async (given: string) => {
      const { text } = await visitor.submit('/accounts/login/', { proof: given, otp: 'AAAA-BBBB-CCCC-DDDD' });
      return text.includes('Demorou demais') ? 'too late' : 'wrong';
    };
    app.clock.setBy({ minutes: 60 });
    expect(await answer(proof)).toBe('wrong');
    app.clock.setBy({ minutes: -120 });
    await app.sleep({ minutes: 4 });
    expect(await answer(proof)).toBe('wrong');
    await app.sleep({ minutes: 1 });
    expect(await answer(proof)).toBe('too late');
    app.clock.setBy({ minutes: -60 });
    expect(await answer(proof)).toBe('too late');
    // A proof from the future, e.g. issued before a restart when the clock was ahead, is not accepted now.
    const later = new SecondStep({
      clock: { ...systemClock, steady: () => new Date(app.clock.steady().getTime() + 60_000) },
      secretKey: SECRET_KEY,
    });
    const ana = await app.database.em.fork().findOneOrFail(User, { username: 'ana' });
    expect(await answer(later.issueProof(ana, { operatorsOnly: false }))).toBe('too late');
    const now = new SecondStep({ clock: app.clock, secretKey: SECRET_KEY }).issueProof(ana, { operatorsOnly: false });
    expect((await visitor.submit('/accounts/login/', { proof: now, otp: recovery })).status).toBe(302);
  });

  test('of the administration takes no proof of the general login from who is not staff', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app, 'rui');
    const browser = app.browser();
    const proof = proofIn(await browser.submit('/accounts/login/', { username: 'rui', password: PASSWORD })) ?? '';
    const answer = await browser.submit('/admin/login/', { proof, otp: code() });
    expect([answer.status, (await browser.get('/')).status]).toEqual([200, 302]);
  });

  test('of the administration lets nobody in who has lost the role in between', async () => {
    const { app, code, submit } = await firstStep('/admin/login/', staff);
    await app.createUser('eva', staff);
    await app.services.accountStatus.setStaff('ana', false, { method: 'cli', address: '' });
    for (const path of ['/admin/login/', '/accounts/login/']) {
      expect((await submit(path, { otp: code() })).text).toContain('Demorou demais');
    }
  });
});
