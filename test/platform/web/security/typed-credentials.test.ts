import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { hashOfToken, LinkTokens } from '../../../../src/features/accounts/link-tokens.js';
import { PasswordReset } from '../../../../src/features/accounts/password-reset/password-reset.entity.js';
import { User } from '../../../../src/features/accounts/users/user.entity.js';
import { recipientKey } from '../../../../src/platform/mail/recipient-key.js';
import { type CredentialName, credentials, type Transport } from '../../../../src/platform/web/security/credentials.js';
import type { RequestSource } from '../../../../src/platform/web/security/request-source.js';
import { createOidcApp, personOf } from '../../../support/accounts/openid-stand-in.js';
import { addPasskey, WITH_PASSKEYS } from '../../../support/accounts/passkeys.js';
import { personWithTotp, proofIn } from '../../../support/accounts/second-factors.js';
import { dataOf } from '../../../support/administration.js';
import { LISTING, SOURCES, sendRaw } from '../../../support/http/sources.js';
import { createTestApp, PASSWORD, SECRET_KEY, type TestApp } from '../../../support/test-app.js';

type Headers = Readonly<Record<string, string>>;

/** Sends a credential with a request. @returns whether it was accepted. */
type Probe = (headers: Headers) => Promise<boolean>;

/** Prepares a service and returns requests that carry a credential, by transport. */
type Preparation = (app: TestApp) => Promise<Partial<Record<Transport, Probe>>>;

const LOGIN = '/accounts/login/';

/**
 * Sends a form with its token as a page of this site would, apart from the headers. @returns whether it was accepted.
 */
async function sendForm(
  app: TestApp,
  {
    path,
    action = path,
    fields = {},
    cookies = {},
  }: { path: string; action?: string; fields?: object; cookies?: object },
  headers: Headers,
): Promise<boolean> {
  const visitor = app.browser();
  for (const [name, value] of Object.entries(cookies)) visitor.cookies.set(name, value);
  const csrfmiddlewaretoken = await visitor.csrfToken(path);
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const body = new URLSearchParams({ ...fields, csrfmiddlewaretoken }).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
  const { status } = await sendRaw(app, 'POST', action, { body, headers: { ...type, cookie, ...headers } });
  if (status !== 302) expect(status).toBe(403);
  return status === 302;
}

async function sendJson(app: TestApp, path: string, value: object, headers: Headers): Promise<boolean> {
  const all = { 'content-type': 'application/json', ...headers };
  const { status, text } = await sendRaw(app, 'POST', path, { body: JSON.stringify(value), headers: all });
  if (status !== 200) expect([401, 403]).toContain(status);
  return status === 200 && !text.includes('"errors"');
}

const prepared: Partial<Record<CredentialName, Preparation>> = {
  csrfToken: async (app) => {
    const ana = await app.loginAs('ana');
    const cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ');
    const token = { cookie, 'x-csrftoken': ana.cookies.get('csrftoken') ?? '' };
    const query = 'mutation { changePreferences(theme: DARK) { theme } }';
    return {
      form: (headers) => sendForm(app, { path: LOGIN, fields: { username: 'ana', password: PASSWORD } }, headers),
      graphql: (headers) => sendJson(app, '/graphql', { query }, { ...token, ...headers }),
    };
  },
  resetLink: async (app) => {
    const path = '/accounts/senha/nova/';
    const user = await app.createUser('ana');
    const em = app.database.em.fork();
    const newLink = async () => {
      const token = new LinkTokens(SECRET_KEY).tokenFor(randomUUID());
      const { tokenVersion } = await em.refreshOrFail(em.merge(user));
      const row = { tokenHash: hashOfToken(token), user: user.id, tokenVersion, recipient: recipientKey(user.email) };
      await em.insert(PasswordReset, { ...row, expiresAt: new Date(app.clock.now().getTime() + 60_000) });
      return token;
    };
    return {
      page: async (headers) => {
        const cookie = `password_reset=${await newLink()}`;
        return (await sendRaw(app, 'GET', path, { headers: { cookie, ...headers } })).status === 200;
      },
      form: async (headers) => {
        const fields = { password1: 'another horse 8', password2: 'another horse 8' };
        return sendForm(app, { path, fields, cookies: { password_reset: await newLink() } }, headers);
      },
    };
  },
  setupLink: async (app) => {
    const path = '/accounts/primeira-conta/';
    const newCookie = async () => {
      // The account of the previous request would end the setup.
      await app.database.em.fork().nativeUpdate(User, {}, { isStaff: false });
      const { link } = await app.services.staffSetup.createLink('');
      const browser = app.browser();
      await browser.get(link);
      return { setup_link: browser.cookies.get('setup_link') ?? '' };
    };
    let count = 0;
    return {
      page: async (headers) => {
        const { setup_link } = await newCookie();
        const cookie = `setup_link=${setup_link}`;
        return (await sendRaw(app, 'GET', path, { headers: { cookie, ...headers } })).status === 200;
      },
      form: async (headers) => {
        count += 1;
        const username = `ana${count}`;
        const form = { username, email: `${username}@example.com`, password1: PASSWORD, password2: PASSWORD };
        return sendForm(app, { path, fields: { ...form, first_name: 'Ana' }, cookies: await newCookie() }, headers);
      },
    };
  },
  password: async (app) => {
    await app.createUser('ana');
    const login = { username: 'ana', password: PASSWORD };
    const query = `mutation { login(username: "ana", password: "${PASSWORD}") { access } }`;
    return {
      form: (headers) => sendForm(app, { path: LOGIN, fields: login }, headers),
      graphql: (headers) => sendJson(app, '/graphql', { query }, headers),
      rest: (headers) => sendJson(app, '/accounts/api/v1/token/', login, headers),
    };
  },
  oneTimeCode: async (app) => {
    const { code } = await personWithTotp(app);
    const login = { username: 'ana', password: PASSWORD };
    const fresh = async () => {
      await app.sleep({ minutes: 2 });
      return code();
    };
    const first = async () => ({ proof: proofIn(await app.browser().submit(LOGIN, login)) ?? '' });
    return {
      form: async (headers) => {
        const otp = await fresh();
        return sendForm(app, { path: LOGIN, fields: { ...(await first()), otp } }, headers);
      },
      graphql: async (headers) => {
        const query = `mutation { login(username: "ana", password: "${PASSWORD}", otp: "${await fresh()}") { access } }`;
        return sendJson(app, '/graphql', { query }, headers);
      },
      rest: async (headers) => sendJson(app, '/accounts/api/v1/token/', { ...login, otp: await fresh() }, headers),
    };
  },
  secondStepProof: async (app) => {
    const { code } = await personWithTotp(app);
    return {
      form: async (headers) => {
        await app.sleep({ minutes: 2 });
        const proof = proofIn(await app.browser().submit(LOGIN, { username: 'ana', password: PASSWORD })) ?? '';
        return sendForm(app, { path: LOGIN, fields: { proof, otp: code() } }, headers);
      },
    };
  },
  passkey: async (app) => {
    const ana = await app.loginAs('ana');
    const passkey = await addPasskey(ana);
    const begin = 'mutation { beginPasskeyAssertion }';
    const query = 'mutation ($passkey: String!) { reauthenticate(passkey: $passkey) { until } }';
    const cookie = [...ana.cookies].map((pair) => pair.join('=')).join('; ');
    const token = { cookie, 'x-csrftoken': ana.cookies.get('csrftoken') ?? '' };
    return {
      form: async (headers) => {
        const response = passkey.get((await app.browser().get(`${LOGIN}chave/`)).text);
        return sendForm(app, { path: LOGIN, action: `${LOGIN}chave/`, fields: { response } }, headers);
      },
      graphql: async (headers) => {
        const { beginPasskeyAssertion } = await dataOf<{ beginPasskeyAssertion: string }>(ana, begin);
        const variables = { passkey: passkey.get(beginPasskeyAssertion) };
        return sendJson(app, '/graphql', { query, variables }, { ...token, ...headers });
      },
    };
  },
  oidcLogin: async () => {
    const { app, provider } = await createOidcApp({
      environment: { ...LISTING, ...WITH_PASSKEYS, OIDC_CREATE: 'true' },
    });
    return {
      page: async (headers) => {
        const visitor = app.browser();
        const location = (await visitor.get('/accounts/oidc/login/')).headers.get('location') ?? '';
        const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
        const path = `/accounts/oidc/callback/?${provider.authorize(location, personOf('ana'))}`;
        return (await sendRaw(app, 'GET', path, { headers: { cookie, ...headers } })).status === 302;
      },
    };
  },
  refreshToken: async (app) => {
    const { refresh } = await app.scriptAs('ana');
    const query = `mutation { refreshToken(refresh: "${refresh}") { access } }`;
    return {
      graphql: (headers) => sendJson(app, '/graphql', { query }, headers),
      rest: (headers) => sendJson(app, '/accounts/api/v1/token/refresh/', { refresh }, headers),
    };
  },
  invitation: async (app) => {
    const staff = await app.loginAs('eva', { isStaff: true });
    await dataOf(staff, 'mutation { setRegistrationMode(mode: INVITE) { registration } }');
    const create = 'mutation { createInvitation { link } }';
    const codes: string[] = [];
    // Creates these now, while the staff member's login is recent.
    for (let count = 0; count < 3 * Object.keys(SOURCES).length; count += 1) {
      const { createInvitation } = await dataOf<{ createInvitation: { link: string } }>(staff, create);
      codes.push(new URL(createInvitation.link).searchParams.get('convite') ?? '');
    }
    const newCode = () => codes.pop() ?? '';
    const newForm = () => {
      const username = `bia${codes.length}`;
      return { username, email: `${username}@example.com`, password1: PASSWORD, password2: PASSWORD };
    };
    const path = '/accounts/registrar/';
    const query =
      'mutation ($input: RegisterInput!, $invitation: String) { register(input: $input, invitation: $invitation) { username } }';
    return {
      page: async (headers) => (await sendRaw(app, 'GET', `${path}?convite=${newCode()}`, { headers })).status === 200,
      form: async (headers) => {
        const convite = newCode();
        const fields = { ...newForm(), first_name: 'Bia', convite };
        return sendForm(app, { path: `${path}?convite=${convite}`, action: path, fields }, headers);
      },
      graphql: async (headers) => {
        const variables = { input: { ...newForm(), firstName: 'Bia' }, invitation: newCode() };
        return sendJson(app, '/graphql', { query, variables }, headers);
      },
    };
  },
};

describe('what is typed, or stands in a link, counts for what its row says (promise 56)', () => {
  test.each(Object.keys(prepared) as CredentialName[])('%s', async (name) => {
    const counts: Partial<Record<Transport, readonly RequestSource[]>> = credentials[name].counts;
    const app = await createTestApp({ environment: { ...LISTING, ...WITH_PASSKEYS } });
    const probes = (await prepared[name]?.(app)) ?? {};
    expect(Object.keys(probes).sort()).toEqual(Object.keys(counts).sort());
    for (const [transport, probe] of Object.entries(probes)) {
      for (const [label, { source, isReading, headers }] of Object.entries(SOURCES)) {
        const seen = isReading && transport !== 'page' ? 'foreign' : source;
        const expected = counts[transport as Transport]?.includes(seen);
        expect([transport, label, await probe(headers('https://vigia.test'))]).toEqual([transport, label, expected]);
        // Avoids the hourly limits that the caller's networks have for registrations and password checks.
        await app.sleep({ minutes: 60 });
      }
    }
  });

  test('every row is tried, here or with those that requests bring by themselves', () => {
    const byThemselves = ['session', 'guest', 'accessToken', 'personalToken', 'hostToken', 'otlpToken'];
    expect([...Object.keys(prepared), ...byThemselves].sort()).toEqual(Object.keys(credentials).sort());
  });
});
