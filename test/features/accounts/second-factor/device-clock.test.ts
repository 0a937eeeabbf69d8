import { describe, expect, test } from 'vitest';
import { LoginAttemptSlot } from '../../../../src/features/accounts/credentials/lockout/login-attempt-slot.entity.js';
import { reauthenticate } from '../../../support/accounts/reauthentication.js';
import { codeOf, personWithTotp, proofIn } from '../../../support/accounts/second-factors.js';
import { dataOf } from '../../../support/administration.js';
import { createTestApp, PASSWORD, type TestApp } from '../../../support/test-app.js';

interface Attempt {
  readonly otp: string;
  readonly password?: string;
}

/** Ways to submit a password and a code. Each returns the full response text. */
const ways: Readonly<Record<string, (app: TestApp, attempt: Attempt) => Promise<string>>> = {
  'the login form': async (app, { password = PASSWORD, otp }) => {
    const visitor = app.browser({ 'accept-language': 'en' });
    const first = await visitor.submit('/accounts/login/', { username: 'ana', password });
    const proof = proofIn(first);
    return proof === undefined ? first.text : (await visitor.submit('/accounts/login/', { proof, otp })).text;
  },
  'token issue': async (app, { password = PASSWORD, otp }) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
    const body = JSON.stringify({ username: 'ana', password, otp });
    const answer = await app.browser().request('POST', '/accounts/api/v1/token/', { body, headers });
    expect(answer.status).toBe(401);
    return answer.text;
  },
  'GraphQL login': async (app, { password = PASSWORD, otp }) => {
    const query = `mutation { login(username: "ana", password: "${password}", otp: "${otp}") { access } }`;
    const answer = await app.browser().graphql(query, {}, { 'accept-language': 'en' });
    expect(answer.status).toBe(401);
    return answer.text;
  },
};

/** Returns the reported clock offset, or undefined if none is reported. */
function differenceIn(text: string): string | undefined {
  return /your device seems to be off by about ([^.]+)\./.exec(text)?.[1];
}

function failures({ database }: TestApp): Promise<number> {
  return database.em.fork().count(LoginAttemptSlot, { username: 'ana' });
}

describe.each(Object.entries(ways))('a code of a device whose clock is off, by %s', (_name, say) => {
  test.each([
    [2, '1 min'],
    [3, '1 min 30 s'],
    [20, '10 min'],
    [21, undefined],
  ])('%i steps in the past: its owner is told at once, and it counts as a wrong code', async (steps, difference) => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app);
    await app.sleep({ minutes: 10 });
    expect(differenceIn(await say(app, { otp: code(-steps) }))).toBe(difference);
    expect(await failures(app)).toBe(1);
  });

  test.each([
    [2, '1 min'],
    [3, '1 min 30 s'],
    [20, '10 min'],
    [21, undefined],
  ])(
    '%i steps in the future: its owner is told at the second code, so that no guess is told to hit',
    async (steps, difference) => {
      const app = await createTestApp();
      const { code } = await personWithTotp(app);
      const first = code(steps);
      expect(differenceIn(await say(app, { otp: first }))).toBeUndefined();
      // Repeating the same code proves nothing new.
      expect(differenceIn(await say(app, { otp: first }))).toBeUndefined();
      await app.sleep({ seconds: 30 });
      expect(differenceIn(await say(app, { otp: code(steps) }))).toBe(difference);
      expect(await failures(app)).toBe(3);
    },
  );

  test('codes of the future that are ahead by different times are guesses, of which nothing is told', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app);
    for (const steps of [3, 9, 15]) expect(differenceIn(await say(app, { otp: code(steps) }))).toBeUndefined();
  });

  test('with a wrong password nothing is told, and the fifth failure locks all the same', async () => {
    const app = await createTestApp();
    const { code } = await personWithTotp(app);
    await app.sleep({ minutes: 10 });
    expect(differenceIn(await say(app, { otp: code(-3), password: 'wrong' }))).toBeUndefined();
    for (let count = 0; count < 3; count += 1)
      expect(differenceIn(await say(app, { otp: code(-3) }))).toBe('1 min 30 s');
    expect(await failures(app)).toBe(4);
  });
});

test('whoever proves again who they are, or sets up an app, is told as well', async () => {
  const app = await createTestApp();
  const { browser, code } = await personWithTotp(app);
  await dataOf(browser, 'mutation { changePreferences(theme: AUTO, language: EN) { theme } }');
  await app.sleep({ minutes: 10 });
  const answer = await browser.graphql(
    'mutation ($password: String, $otp: String) { reauthenticate(password: $password, otp: $otp) { until } }',
    { password: PASSWORD, otp: code(-3) },
    { 'accept-language': 'en' },
  );
  expect(differenceIn(answer.text)).toBe('1 min 30 s');
  await reauthenticate(browser, { password: PASSWORD, otp: code() });
  const { beginTotp } = await dataOf<{ beginTotp: { secret: string } }>(browser, 'mutation { beginTotp { secret } }');
  const confirm = `mutation { confirmTotp(code: "${codeOf(beginTotp.secret, app, 3)}") }`;
  expect(differenceIn((await browser.graphql(confirm, {}, { 'accept-language': 'en' })).text)).toBe('1 min 30 s');
});
