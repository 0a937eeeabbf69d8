import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import type { Answer, Browser } from '../http/browser.js';
import { createTestApp, type TestAppOptions } from '../test-app.js';

type Claims = Readonly<Record<string, unknown>>;

/** Deviations from a correct provider, for one sign-in. */
export interface Deviations {
  /** Claims of the ID token that replace correct ones; undefined leaves one out. */
  readonly idToken?: Claims;
  /** Claims of the userinfo endpoint. */
  readonly userInfo?: Claims;
  /** Signs the ID token with a key that the provider does not publish. */
  readonly foreignKey?: boolean;
  /** Replaces parameters of the redirect to the service. */
  readonly answer?: Readonly<Record<string, string>>;
  /** Answers the exchange of the code with this status. */
  readonly tokenStatus?: number;
}

const CLIENT_ID = 'vigia-test';
const CLIENT_SECRET = 'a secret of the tests & more';

interface Grant {
  readonly challenge: string;
  readonly nonce: string;
  readonly person: Claims;
  readonly deviations: Deviations;
}

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
}

async function createKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const kid = randomUUID();
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' } };
}

/**
 * A provider that signs whatever a test wants, for answers that a real one never gives. Its people are signed in
 * already, and it checks what the service sends: the client's secret and the verifier of PKCE.
 */
export class OpenIdStandIn {
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #grants = new Map<string, Grant>();
  #key!: SigningKey;
  issuer = '';
  /** Requests for the description, the keys and tokens, by path. */
  readonly requests: string[] = [];
  /** Person at the browser, who is signed in without being asked; undefined for none. */
  visitor: Claims | undefined;
  /** Makes every request fail, as a provider that is away behind its proxy. */
  isAway = false;

  async start(): Promise<this> {
    this.#key = await createKey();
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    onTestFinished(() => this.stop());
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Signs with another key from now on, and publishes no other. */
  async rotateKey(): Promise<void> {
    this.#key = await createKey();
  }

  get environment() {
    return {
      OIDC_ISSUER: this.issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: 'Casa ID',
    };
  }

  /** Returns the query with which the provider sends the browser back, for a person it knows. */
  authorize(location: string, person: Claims, deviations: Deviations = {}): URLSearchParams {
    const asked = new URL(location).searchParams;
    const code = randomUUID();
    const challenge = asked.get('code_challenge') ?? '';
    this.#grants.set(code, { challenge, nonce: asked.get('nonce') ?? '', person, deviations });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer, ...deviations.answer });
  }

  /** Signs a token of the provider, for a logout or a sign-in. */
  async sign(claims: Claims, { foreignKey = false, type = 'JWT' } = {}): Promise<string> {
    const { kid, privateKey } = foreignKey ? { ...(await createKey()), kid: this.#key.kid } : this.#key;
    return new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid, typ: type }).sign(privateKey);
  }

  /** Signs a logout token of now; undefined leaves a claim out. */
  logoutToken(claims: Claims, options: { readonly foreignKey?: boolean } = {}): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    const usual = { iss: this.issuer, aud: CLIENT_ID, iat, exp: iat + 120, jti: randomUUID(), events };
    return this.sign({ ...usual, ...claims }, { ...options, type: 'logout+jwt' });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    this.requests.push(pathname);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (this.isAway) return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    if (pathname === '/.well-known/openid-configuration') return void send(200, this.#description());
    if (pathname === '/authorize' && this.visitor) {
      const location = new URL(request.url ?? '', this.issuer);
      const query = this.authorize(location.href, this.visitor);
      const back = `${location.searchParams.get('redirect_uri')}?${query}`;
      return void response.writeHead(302, { location: back }).end();
    }
    if (pathname === '/jwks') return void send(200, { keys: [this.#key.jwk] });
    if (pathname === '/token') {
      const { status, body } = await this.#exchange(request);
      return void send(status, body);
    }
    const code = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    const grant = this.#grants.get(code);
    if (pathname !== '/userinfo' || !grant) return void send(401, { error: 'invalid_token' });
    send(200, { sub: grant.person.sub, ...grant.person, ...grant.deviations.userInfo });
  }

  #description(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      end_session_endpoint: `${issuer}/logout`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  async #exchange(request: IncomingMessage): Promise<{ status: number; body: object }> {
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    const form = new URLSearchParams(sent);
    const grant = this.#grants.get(form.get('code') ?? '');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_secret') !== CLIENT_SECRET) return { status: 401, body: { error: 'invalid_client' } };
    if (!grant || verifier !== grant.challenge) return { status: 400, body: { error: 'invalid_grant' } };
    const { deviations, person, nonce } = grant;
    if (deviations.tokenStatus) return { status: deviations.tokenStatus, body: { error: 'server_error' } };
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.issuer, aud: CLIENT_ID, sub: person.sub, iat: now, exp: now + 300, nonce };
    const claims = { ...usual, auth_time: now, ...deviations.idToken };
    const id_token = await this.sign(JSON.parse(JSON.stringify(claims)), {
      foreignKey: deviations.foreignKey ?? false,
    });
    return { status: 200, body: { access_token: form.get('code'), token_type: 'Bearer', expires_in: 60, id_token } };
  }
}

/** A person at the provider, with a verified address. */
export function personOf(name: string, claims: Claims = {}): Claims {
  const email = `${name}@example.com`;
  return { sub: `sub-${name}`, preferred_username: name, given_name: name, email, email_verified: true, ...claims };
}

/** Starts the service with a stand-in for its provider. */
export async function createOidcApp({ environment, ...options }: TestAppOptions = {}) {
  const provider = await new OpenIdStandIn().start();
  const app = await createTestApp({ ...options, environment: { ...provider.environment, ...environment } });
  return { provider, app };
}

/** Follows the button to the provider, and the answer back. @returns the service's answer to it */
export async function signIn(
  browser: Browser,
  provider: OpenIdStandIn,
  person: Claims,
  { path = '/accounts/oidc/login/', ...deviations }: Deviations & { readonly path?: string } = {},
): Promise<Answer> {
  const begun = await browser.get(path);
  const location = begun.headers.get('location');
  if (begun.status !== 302 || !location) throw new Error(`${path} answered ${begun.status}: ${begun.text}`);
  return browser.get(`/accounts/oidc/callback/?${provider.authorize(location, person, deviations)}`);
}
