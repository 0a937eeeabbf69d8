import { Secret, TOTP } from 'otpauth';
import { dataOf } from '../administration.js';
import type { Answer, Browser } from '../http/browser.js';
import { PASSWORD, type TestApp } from '../test-app.js';

/** Returns an authenticator app's code, offset by a number of 30-second steps. */
export function codeOf(secret: string, { clock }: Pick<TestApp, 'clock'>, steps = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: clock.now().getTime() + steps * 30_000,
  });
}

/** Sets up an authenticator app, which uses up its current code. @returns its secret and the recovery codes. */
export async function setUpTotp(app: TestApp, caller: Browser): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { beginTotp } = await dataOf<{ beginTotp: { secret: string } }>(caller, 'mutation { beginTotp { secret } }');
  const { secret } = beginTotp;
  const query = `mutation { confirmTotp(code: "${codeOf(secret, app)}") }`;
  const { confirmTotp } = await dataOf<{ confirmTotp: string[] }>(caller, query);
  return { secret, recoveryCodes: confirmTotp };
}

/** Creates an account with an authenticator app. @returns the browser that set it up, and a fresh code. */
export async function personWithTotp(app: TestApp, username = 'ana', changes: object = {}) {
  const browser = await app.loginAs(username, changes);
  const { secret, recoveryCodes } = await setUpTotp(app, browser);
  await app.sleep({ minutes: 2 });
  return { browser, secret, recoveryCodes, code: (steps = 0) => codeOf(secret, app, steps) };
}

export type LoginOutcome = 'in' | 'asks for a code' | 'closed' | 'wrong' | 'locked';

/** Matches the rejection of a login whose second factor could not be imported. */
const CLOSED = /O segundo fator desta conta não pôde ser trazido|second_factor_lost/;

/** A name, a password and, if required, a code. */
export interface LoginWithCode {
  readonly username?: string;
  readonly password?: string;
  readonly otp?: string;
}

const LOGIN = `mutation ($username: String!, $password: String!, $otp: String) {
  login(username: $username, password: $password, otp: $otp) { access refresh }
}`;

/** All login methods that take a password and a code. Only staff accounts can pass them all. */
export const loginsWithCode: Readonly<Record<string, (app: TestApp, login: LoginWithCode) => Promise<LoginOutcome>>> = {
  'the login form': (app, login) => byForm(app, '/accounts/login/', login),
  'the form of the administration': (app, login) => byForm(app, '/admin/login/', login),
  'token issue': async (app, { username = 'ana', password = PASSWORD, otp }) =>
    outcomeOf(
      await app.browser().request('POST', '/accounts/api/v1/token/', {
        body: JSON.stringify({ username, password, otp }),
        headers: { 'content-type': 'application/json' },
      }),
    ),
  'GraphQL login': async (app, { username = 'ana', password = PASSWORD, otp }) =>
    outcomeOf(await app.browser().graphql(LOGIN, { username, password, otp })),
};

/** Returns the proof from a login's second form, or undefined if there is none. */
export function proofIn({ text }: Pick<Answer, 'text'>): string | undefined {
  return /name="proof" value="([^"]+)"/.exec(text)?.[1];
}

async function byForm(app: TestApp, path: string, login: LoginWithCode): Promise<LoginOutcome> {
  const { username = 'ana', password = PASSWORD, otp } = login;
  const visitor = app.browser();
  const first = await visitor.submit(path, { username, password });
  const proof = proofIn(first);
  if (otp === undefined || proof === undefined) return pageOutcome(first);
  return pageOutcome(await visitor.submit(path, { proof, otp }));
}

function pageOutcome(answer: Answer): LoginOutcome {
  if (answer.status === 302) return 'in';
  if (answer.status === 429) return 'locked';
  if (CLOSED.test(answer.text)) return 'closed';
  const isFailed = answer.text.includes('notice-bad');
  return proofIn(answer) && !isFailed ? 'asks for a code' : 'wrong';
}

function outcomeOf(answer: Answer): LoginOutcome {
  if (answer.status === 200) return 'in';
  if (answer.status === 429) return 'locked';
  if (CLOSED.test(answer.text)) return 'closed';
  return /otp_required|OTP_REQUIRED/.test(answer.text) ? 'asks for a code' : 'wrong';
}
