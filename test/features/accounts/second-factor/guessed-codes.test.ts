import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  RECOVERY_CODES_AN_HOUR,
  WRONG_APP_CODES_A_DAY,
} from '../../../../src/features/accounts/second-factor/second-factors.js';
import { AuthenticationEvent } from '../../../../src/platform/audit/audit-event.entity.js';
import { OutboxMessage } from '../../../../src/platform/outbox/outbox-message.entity.js';
import { BEHIND_PROXY } from '../../../support/accounts/login-methods.js';
import { personWithTotp, proofIn } from '../../../support/accounts/second-factors.js';
import { startWithStaff } from '../../../support/administration.js';
import { databaseKinds } from '../../../support/databases/databases.js';
import {
  type FakeMailProvider,
  headerOf,
  partOf,
  startFakeMailProvider,
} from '../../../support/fakes/fake-mail-provider.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

const WRONG = '000000';
const HOUR_MS = 3_600_000;

/** Logs in by requesting a token. @returns the status. */
async function logIn(app: TestApp, address: string, otp?: string): Promise<number> {
  const answer = await app.browser({ 'x-forwarded-for': address }).request('POST', '/accounts/api/v1/token/', {
    body: JSON.stringify({ username: 'ana', password: PASSWORD, otp }),
    headers: { 'content-type': 'application/json' },
  });
  return answer.status;
}

/** Sends `count` wrong codes, each from a different network. @returns the statuses. */
async function guess(app: TestApp, count: number, otp = WRONG): Promise<number[]> {
  const statuses: number[] = [];
  for (let network = 1; network <= count; network += 1) {
    statuses.push(await logIn(app, `10.0.${network % 250}.1`, otp));
  }
  return statuses;
}

const all = (count: number, status: number) => Array(count).fill(status);

describe('who knows a password and guesses codes (promise 51, decision 061)', () => {
  // The limits use the machine's clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

  test('has thirty of the app a day, from whatever addresses; the owner still has recovery codes', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { code, recoveryCodes } = await personWithTotp(app);
    expect(await guess(app, WRONG_APP_CODES_A_DAY)).toEqual(all(30, 401));
    const owner = app.browser({ 'x-forwarded-for': '192.0.2.7' });
    const refused = await owner.request('POST', '/accounts/api/v1/token/', {
      body: JSON.stringify({ username: 'ana', password: PASSWORD, otp: code() }),
      headers: { 'content-type': 'application/json' },
    });
    expect([refused.status, refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    expect(await logIn(app, '192.0.2.7', recoveryCodes[0])).toBe(200);
    // A correct code that was refused has not been used up, and is accepted once the day has passed.
    vi.setSystemTime(Date.now() + 24 * HOUR_MS);
    expect(await logIn(app, '192.0.2.7', code())).toBe(200);
  });

  test('does not use up what right codes take: those count for nothing', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { code } = await personWithTotp(app);
    for (let login = 0; login <= WRONG_APP_CODES_A_DAY; login += 1) {
      expect([login, await logIn(app, '192.0.2.7', code())]).toEqual([login, 200]);
      await app.sleep({ seconds: 30 });
    }
  });

  test('keeps nobody elsewhere from using a recovery code, of which a network may try twenty an hour', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { recoveryCodes } = await personWithTotp(app);
    const statuses: number[] = [];
    for (let host = 0; host <= RECOVERY_CODES_AN_HOUR; host += 1) {
      statuses.push(await logIn(app, `10.0.0.${host}`, 'AAAA-BBBB-CCCC-DDDD'));
    }
    expect(statuses).toEqual([...all(20, 401), 429]);
    expect(await logIn(app, '10.0.0.99', recoveryCodes[0])).toBe(429);
    expect(await logIn(app, '10.0.1.1', recoveryCodes[0])).toBe(200);
  });

  test('leaves the owner the second form, which says what still works', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    const { code, recoveryCodes } = await personWithTotp(app);
    await guess(app, WRONG_APP_CODES_A_DAY);
    const owner = app.browser({ 'x-forwarded-for': '192.0.2.7' });
    const first = await owner.submit('/accounts/login/', { username: 'ana', password: PASSWORD });
    const refused = await owner.submit('/accounts/login/', { proof: proofIn(first) ?? '', otp: code() });
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(refused.text).toContain('Use um código de recuperação ou uma chave de acesso');
    const proof = proofIn(refused) ?? '';
    const answer = await owner.submit('/accounts/login/', { proof, otp: recoveryCodes[0] ?? '' });
    expect(answer.status).toBe(302);
  });

  test('is in the audit trail: once a day for each network that stopped there, and each wrong code as such', async () => {
    const app = await createTestApp({ environment: BEHIND_PROXY });
    await personWithTotp(app);
    const rows = async (where: object) =>
      (await app.database.em.fork().find(AuthenticationEvent, where)).map(({ result, address, username, after }) =>
        [result, address, username, after].join(' '),
      );
    await app.database.em.fork().nativeDelete(AuthenticationEvent, {});
    for (const address of ['192.0.2.7', '192.0.2.8', '198.51.100.1']) {
      for (let count = 0; count < 3; count += 1) expect(await logIn(app, address)).toBe(401);
    }
    const challenges = { event: 'second_factor_challenge' };
    expect(await rows(challenges)).toEqual(['success 192.0.2.7 ana ', 'success 198.51.100.1 ana ']);
    for (let network = 0; network < 25; network += 1) await logIn(app, `10.0.${network}.1`);
    expect(await rows(challenges)).toHaveLength(20);
    vi.setSystemTime(Date.now() + 24 * HOUR_MS);
    await logIn(app, '192.0.2.9');
    expect(await rows(challenges)).toHaveLength(21);
    await logIn(app, '192.0.2.7', WRONG);
    await app
      .browser({ 'x-forwarded-for': '192.0.2.7' })
      .submit('/accounts/login/', { username: 'ana', password: 'wrong' });
    expect(await rows({ event: 'login' })).toEqual([
      'failure 192.0.2.7 ana {"reason":"second_factor"}',
      'failure 192.0.2.7 ana ',
    ]);
    // Events without a row go to the log.
    const lines = app.lines.filter((line) => line.includes('"second_factor_challenge"'));
    expect(lines.length).toBeGreaterThan(30);
  });
});

for (const kind of databaseKinds) {
  describe.runIf(kind.available)(`the owner of an account whose password somebody knows, on ${kind.name}`, () => {
    const textOf = (mail: FakeMailProvider['received'][number] | undefined) => partOf(mail as never, 'text/plain');

    test('is told by mail after ten wrong codes in a day, once, in the language of the account', async () => {
      const provider = await startFakeMailProvider();
      const environment = { ...provider.environment, ...BEHIND_PROXY, PUBLIC_URL: 'https://vigia.example' };
      const { app } = await startWithStaff(kind, { environment });
      const { recoveryCodes } = await personWithTotp(app, 'ana', { language: 'en' });
      const drained = () =>
        expect.poll(() => app.database.em.fork().count(OutboxMessage, { state: 'waiting' })).toBe(0);
      expect(await guess(app, 9)).toEqual(all(9, 401));
      await logIn(app, '192.0.2.7', recoveryCodes[0]);
      await drained();
      expect(provider.received).toHaveLength(0);
      // Wrong recovery codes also count.
      await guess(app, 1, 'AAAA-BBBB-CCCC-DDDD');
      await expect.poll(() => provider.received).toHaveLength(1);
      const [mail] = provider.received;
      expect(mail?.to).toEqual(['ana@example.com']);
      expect(headerOf(mail as never, 'Subject')).toBe('Somebody knows the password of your account');
      expect(textOf(mail)).toContain('the account “ana”');
      expect(textOf(mail)).toMatch(/the last on 2026-\d\d-\d\d \d\d:\d\d UTC/);
      expect(textOf(mail)).toContain('Change the password: https://vigia.example/conta/');
      await guess(app, 15);
      await drained();
      expect(provider.received).toHaveLength(1);
    });
  });
}

test('without mail nobody is told, and nothing waits to be sent', async () => {
  const app = await createTestApp({ environment: BEHIND_PROXY });
  await personWithTotp(app);
  expect(await guess(app, 12)).toEqual(all(12, 401));
  expect(await app.database.em.fork().count(OutboxMessage)).toBe(0);
});
