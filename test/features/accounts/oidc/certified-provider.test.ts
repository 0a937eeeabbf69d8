import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { dataOf } from '../../../support/administration.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import type { Browser } from '../../../support/http/browser.js';
import { freePort } from '../../../support/processes/free-port.js';
import { createTestApp } from '../../../support/test-app.js';

const CLIENT = { OIDC_CLIENT_ID: 'vigia', OIDC_CLIENT_SECRET: 'a-secret-of-forty-characters-0123456789' };
const CALLBACK = 'http://vigia.test/accounts/oidc/callback/';
const LOGOUT = 'http://vigia.test/accounts/oidc/backchannel-logout/';

/** Starts a certified provider whose only person, `ana`, is signed in without being asked. */
async function startProvider(deliverLogout: (body: string) => Promise<number>) {
  // Its hints for production.
  vi.spyOn(console, 'info').mockImplementation(() => {});
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.OIDC_CLIENT_ID,
        client_secret: CLIENT.OIDC_CLIENT_SECRET,
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: ['http://vigia.test/accounts/login/'],
        backchannel_logout_uri: LOGOUT,
        backchannel_logout_session_required: true,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['a key of the tests'] },
    // It sends nothing to this machine by itself, and the name of the service under test leads nowhere.
    fetch: async (_url, options) => new Response(null, { status: await deliverLogout(String(options?.body)) }),
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
    },
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    interactions: { url: () => '/interaction' },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: 'ana@example.com',
        email_verified: true,
        preferred_username: 'ana',
        name: 'Ana',
      }),
    }),
  });
  const answer = provider.callback();
  const server = createServer(async (request, response) => {
    if (request.url !== '/interaction') return answer(request, response);
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: 'person-1', amr: ['pwd', 'otp'] } });
    }
    const grant = new provider.Grant({ accountId: 'person-1', clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }).listen(port, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { issuer };
}

/** A person's browser at the provider, which keeps its cookies there. */
class ProviderBrowser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects until one leads away from the provider. @returns where, or the page that is shown instead */
  async follow(address: string, init: RequestInit = {}): Promise<{ readonly away?: URL; readonly page?: string }> {
    const { origin } = new URL(address);
    let options = init;
    for (let url = new URL(address); ; ) {
      const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
      const response = await fetch(url, { ...options, headers: { ...options.headers, cookie }, redirect: 'manual' });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        this.#cookies.set(name, value);
      }
      const location = response.headers.get('location');
      if (!location) return { page: await response.text() };
      url = new URL(location, url);
      options = {};
      if (url.origin !== origin) return { away: url };
    }
  }
}

async function signIn(browser: Browser, person: ProviderBrowser, path = '/accounts/oidc/login/') {
  const begun = await browser.get(path);
  const { away } = await person.follow(begun.headers.get('location') ?? '');
  expect(`${away?.origin}${away?.pathname}`).toBe(CALLBACK);
  const callback = `${away?.pathname}${away?.search}`;
  return { callback, answer: await browser.get(callback) };
}

const isIn = async (browser: Browser) => (await dataOf<{ me: unknown }>(browser, '{ me { username } }')).me !== null;

describe('a certified provider', () => {
  test('signs a person in, proves who it is, and logs out at both ends', async () => {
    const logouts: { deliver?: (body: string) => Promise<number> } = {};
    const { issuer } = await startProvider((body) => logouts.deliver?.(body) ?? Promise.resolve(503));
    const environment = { ...CLIENT, OIDC_ISSUER: issuer, OIDC_CREATE: 'true' };
    const app = await createTestApp({ environment, clock: new FakeClock(new Date()) });
    logouts.deliver = async (body) =>
      (await app.browser().post(new URL(LOGOUT).pathname, Object.fromEntries(new URLSearchParams(body)))).status;

    const [ana, person] = [app.browser(), new ProviderBrowser()];
    const { callback, answer } = await signIn(ana, person);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/']);
    expect(await dataOf(ana, '{ me { username email firstName } }')).toEqual({
      me: { username: 'ana', email: 'ana@example.com', firstName: 'Ana' },
    });
    expect((await ana.get(callback)).status).toBe(400);

    const again = await signIn(ana, person, '/accounts/oidc/login/?confirmar=1');
    expect([again.answer.status, again.answer.text.includes('Era você mesmo.')]).toEqual([200, true]);

    const second = app.browser();
    await signIn(second, person);
    const token = { csrfmiddlewaretoken: second.cookies.get('csrftoken') ?? '' };
    const { text } = await second.post('/accounts/logout/', token);
    const link = /href="([^"]*id_token_hint[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(await isIn(ana)).toBe(true);
    const { page = '' } = await person.follow(link);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const ended = await person.follow(`${issuer}/session/end/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    expect(ended.away?.href).toBe('http://vigia.test/accounts/login/');
    await expect.poll(() => isIn(ana)).toBe(false);
  });
});
