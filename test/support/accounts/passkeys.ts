import { expect } from 'vitest';
import type { Browser } from '../http/browser.js';
import { type Deviations, SoftwareAuthenticator } from './software-authenticator.js';

/**
 * Public origin of the service under test. It has a name and uses https, since browsers otherwise allow no passkeys.
 */
export const PASSKEY_ORIGIN = 'https://vigia.test';

export const WITH_PASSKEYS = { PUBLIC_URL: PASSKEY_ORIGIN };

const BEGIN = 'mutation { beginPasskey }';
const ADD =
  'mutation ($response: String!, $name: String!) { addPasskey(response: $response, name: $name) { id name createdAt lastUsedAt } }';

/** Returns the options with which a browser creates a passkey. */
export async function beginPasskey(person: Browser): Promise<string> {
  return (await person.graphql(BEGIN)).json<{ data: { beginPasskey: string } }>().data.beginPasskey;
}

export function sendPasskey(person: Browser, response: string, name = 'Celular') {
  return person.graphql(ADD, { response, name });
}

/** Adds a passkey from a new authenticator to a signed-in user's account. */
export async function addPasskey(person: Browser, name?: string): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
  const answer = await sendPasskey(person, authenticator.create(await beginPasskey(person)), name);
  expect(answer.json<{ errors?: unknown }>().errors).toBeUndefined();
  return authenticator;
}

/** Logs in without a password by requesting a challenge and sending the passkey's response. */
export async function logInByPasskey(
  visitor: Browser,
  authenticator: SoftwareAuthenticator,
  { path = '/accounts/login/', next = '', ...deviations }: Deviations & { path?: string; next?: string } = {},
) {
  const options = (await visitor.get(`${path}chave/`)).text;
  return sendAssertion(visitor, authenticator.get(options, deviations), { path, next });
}

export async function sendAssertion(
  visitor: Browser,
  response: string,
  { path = '/accounts/login/', next = '' }: { path?: string; next?: string } = {},
) {
  return visitor.post(`${path}chave/`, { csrfmiddlewaretoken: await visitor.csrfToken(path), next, response });
}
