import { expect } from 'vitest';
import type { Browser } from '../http/browser.js';
import { type Deviations, SoftwareAuthenticator } from './software-authenticator.js';

/** Where the service under test is reached, as a name and by https: else browsers allow no passkeys. */
export const PASSKEY_ORIGIN = 'https://vigia.test';

/** The settings of a service that has passkeys. */
export const WITH_PASSKEYS = { PUBLIC_URL: PASSKEY_ORIGIN };

const BEGIN = 'mutation { beginPasskey }';
const ADD =
  'mutation ($response: String!, $name: String!) { addPasskey(response: $response, name: $name) { id name createdAt lastUsedAt } }';

/** What a browser is asked to make a passkey of. */
export async function beginPasskey(person: Browser): Promise<string> {
  return (await person.graphql(BEGIN)).json<{ data: { beginPasskey: string } }>().data.beginPasskey;
}

/** Sends a new passkey. */
export function sendPasskey(person: Browser, response: string, name = 'Celular') {
  return person.graphql(ADD, { response, name });
}

/** Adds a passkey of a new authenticator to the account of somebody signed in. */
export async function addPasskey(person: Browser, name?: string): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(PASSKEY_ORIGIN);
  const answer = await sendPasskey(person, authenticator.create(await beginPasskey(person)), name);
  expect(answer.json<{ errors?: unknown }>().errors).toBeUndefined();
  return authenticator;
}

/** The login without a password: asks for a challenge, and sends what the passkey answers. */
export async function logInByPasskey(
  visitor: Browser,
  authenticator: SoftwareAuthenticator,
  { path = '/accounts/login/', next = '', ...deviations }: Deviations & { path?: string; next?: string } = {},
) {
  const options = (await visitor.get(`${path}chave/`)).text;
  return sendAssertion(visitor, authenticator.get(options, deviations), { path, next });
}

/** Sends what a passkey answered, with the token of the login form. */
export async function sendAssertion(
  visitor: Browser,
  response: string,
  { path = '/accounts/login/', next = '' }: { path?: string; next?: string } = {},
) {
  return visitor.post(`${path}chave/`, { csrfmiddlewaretoken: await visitor.csrfToken(path), next, response });
}
