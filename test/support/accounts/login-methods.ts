import type { Answer } from '../http/browser.js';
import { PASSWORD, type TestApp } from '../test-app.js';

export interface Attempt {
  readonly outcome: 'in' | 'wrong' | 'locked' | 'busy';
  readonly answer: Answer;
}

export interface Guess {
  readonly username: string;
  readonly password: string;
  /** Client address, which requires the service to trust 127.0.0.1 as a proxy. */
  readonly from?: string;
}

/** Settings that make the service honour {@link Guess.from}. */
export const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };

const LOGIN =
  'mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { access } }';

/** All login methods that take a name and a password (contract 3). Only staff accounts can pass them all. */
export const loginMethods: Readonly<Record<string, (app: TestApp, guess: Guess) => Promise<Attempt>>> = {
  'login form': (app, guess) => byForm(app, '/accounts/login/', guess),
  'administration login': (app, guess) => byForm(app, '/admin/login/', guess),
  'token issue': async (app, { from, ...guess }) => {
    const answer = await app.browser(hop(from)).request('POST', '/accounts/api/v1/token/', {
      body: JSON.stringify(guess),
      headers: { 'content-type': 'application/json' },
    });
    return { answer, outcome: outcomeOf(answer, 200, answer.status === 401) };
  },
  'GraphQL login': async (app, { from, ...guess }) => {
    const answer = await app.browser(hop(from)).graphql(LOGIN, guess);
    return { answer, outcome: outcomeOf(answer, 200, answer.status === 401) };
  },
};

/** Fails to log in often enough to lock the name. */
export async function lock(app: TestApp, username: string, from?: string): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await loginMethods['token issue']?.(app, { username, password: 'wrong', ...(from && { from }) });
  }
}

/** Tries the right password by requesting a token. */
export async function tryRight(app: TestApp, username: string, from?: string): Promise<Attempt['outcome'] | undefined> {
  return (await loginMethods['token issue']?.(app, { username, password: PASSWORD, ...(from && { from }) }))?.outcome;
}

async function byForm(app: TestApp, path: string, { from, ...guess }: Guess): Promise<Attempt> {
  const answer = await app.browser(hop(from)).submit(path, guess);
  return { answer, outcome: outcomeOf(answer, 302, answer.status === 200 && answer.text.includes('incorretos')) };
}

function outcomeOf({ status, text }: Answer, inStatus: number, wrong: boolean): Attempt['outcome'] {
  if (wrong) return 'wrong';
  if (status === inStatus) return 'in';
  if (status === 429) return 'locked';
  if (status === 503) return 'busy';
  throw new Error(`${status} is no answer to a login: ${text}`);
}

function hop(from: string | undefined): Record<string, string> {
  return from === undefined ? {} : { 'x-forwarded-for': from };
}
