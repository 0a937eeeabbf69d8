import { createRemoteJWKSet, customFetch as customKeyFetch, type JWTVerifyGetKey, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import type { Guard } from '../../../platform/outgoing/address-guard.js';
import { sendRequest } from '../../../platform/outgoing/send-request.js';
import type { OidcSettings } from '../../../settings/oidc-settings.js';
import type { Clock } from '../../../shared/time/clock.js';
import { type Claims, type ProvidedPerson, readPerson } from './claims.js';
import { PROVIDER_RETRY_SECONDS, ProviderUnavailable } from './oidc.errors.js';
import { describeFailure, isProvidersFault } from './provider-failures.js';

/** Difference between the clocks of the provider and this service that is tolerated. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** Age after which the provider's description is read again; until that succeeds, the known one is used. */
const DISCOVERY_MS = 3_600_000;

/** Interval within which keys are read again at most once, whatever key ids tokens name. */
const KEYS_COOLDOWN_MS = 30_000;

const ANSWER_MAX_BYTES = 256 * 1024;
const TIMEOUT_MS = 10_000;

/** Signatures that are accepted: by a private key of the provider, never by the shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Values that bind an answer of the provider to the request of one browser. */
export interface FlowSecrets {
  readonly state: string;
  readonly nonce: string;
  /** Verifier of PKCE. */
  readonly verifier: string;
}

interface OidcClientDeps {
  readonly oidc: OidcSettings;
  /** Address to which the provider sends the browser back. */
  readonly redirectUri: string;
  readonly guard: Guard;
  readonly clock: Clock;
}

interface Connection {
  readonly config: openid.Configuration;
  readonly keys: JWTVerifyGetKey;
  readonly openedAtMs: number;
}

/** A person who has signed in, and the ID token that says so. */
export interface SignedInPerson {
  readonly person: ProvidedPerson;
  readonly idToken: string;
}

/**
 * Speaks OpenID Connect to the provider of the settings: discovery, the code flow with PKCE, and checks of its tokens.
 * Reads the provider's description when it is first needed, so the service starts without it.
 */
export class OidcClient {
  #connection: Connection | undefined;
  #connecting: Promise<Connection> | undefined;
  #failed: { readonly untilMs: number; readonly error: ProviderUnavailable } | undefined;

  constructor(private readonly deps: OidcClientDeps) {}

  /**
   * Returns the address at the provider where a person signs in.
   *
   * @param asksAgain whether the provider must ask for credentials even if the person is signed in there.
   * @throws {ProviderUnavailable}
   */
  async authorizationUrl({ state, nonce, verifier }: FlowSecrets, { asksAgain = false } = {}): Promise<URL> {
    const { config } = await this.#connect();
    return openid.buildAuthorizationUrl(config, {
      redirect_uri: this.deps.redirectUri,
      scope: this.deps.oidc.scopes,
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(asksAgain && { prompt: 'login', max_age: '0' }),
    });
  }

  /**
   * Exchanges the code of an answer for the person's claims. Checks issuer, audience, nonce, expiry and signature.
   *
   * @param query the query of the address to which the provider sent the browser back.
   * @throws {ProviderUnavailable} when the provider gives no usable answer.
   * @throws {Error} of the library when the answer is not for this request; see `describeFailure`.
   */
  async exchange(query: string, { state, nonce, verifier }: FlowSecrets): Promise<SignedInPerson> {
    const connection = await this.#connect();
    const { config } = connection;
    const answer = new URL(this.deps.redirectUri);
    answer.search = query;
    return this.#unlessUnavailable(async () => {
      const tokens = await openid.authorizationCodeGrant(config, answer, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const idToken = tokens.id_token ?? '';
      const claims = await this.#verify(connection, idToken);
      const { sub = '' } = claims;
      const hasUserInfo = config.serverMetadata().userinfo_endpoint !== undefined;
      const userInfo = hasUserInfo ? await openid.fetchUserInfo(config, tokens.access_token, String(sub)) : {};
      return { person: readPerson(claims, userInfo), idToken };
    });
  }

  /**
   * Verifies a logout token's signature, issuer, audience and age, and returns its claims.
   *
   * @throws {ProviderUnavailable} when the provider's keys cannot be read.
   * @throws {Error} of the library when the token is not valid.
   */
  async verifyLogoutToken(token: string, { maxAgeSeconds }: { readonly maxAgeSeconds: number }): Promise<Claims> {
    const connection = await this.#connect();
    return this.#unlessUnavailable(() => this.#verify(connection, token, { maxTokenAge: maxAgeSeconds }));
  }

  /** Returns the address at the provider that ends its session too; undefined if it has none or is away. */
  async endSessionUrl({ idToken, returnTo }: { readonly idToken: string | undefined; readonly returnTo: string }) {
    const connection = await this.#connect().catch(() => undefined);
    if (connection?.config.serverMetadata().end_session_endpoint === undefined) return undefined;
    return openid.buildEndSessionUrl(connection.config, {
      post_logout_redirect_uri: returnTo,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    });
  }

  async #verify({ config, keys }: Connection, token: string, { maxTokenAge }: { maxTokenAge?: number } = {}) {
    const { payload } = await jwtVerify(token, keys, {
      issuer: config.serverMetadata().issuer,
      audience: this.deps.oidc.clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      ...(maxTokenAge !== undefined && { maxTokenAge }),
    });
    return payload as Claims;
  }

  /** Reads the description once for all who wait, and not again for some seconds after a failure. */
  async #connect(): Promise<Connection> {
    const nowMs = this.deps.clock.steady().getTime();
    const known = this.#connection;
    if (known && nowMs < known.openedAtMs + DISCOVERY_MS) return known;
    if (this.#failed && nowMs < this.#failed.untilMs) {
      if (known) return known;
      throw this.#failed.error;
    }
    this.#connecting ??= this.#discover().finally(() => {
      this.#connecting = undefined;
    });
    return known ? this.#connecting.catch(() => known) : this.#connecting;
  }

  async #discover(): Promise<Connection> {
    const { oidc, clock } = this.deps;
    try {
      const fetchLimited = (url: string, options: openid.CustomFetchOptions) => this.#fetch(url, options);
      const config = await openid.discovery(
        new URL(oidc.issuer),
        oidc.clientId,
        {
          [openid.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
          ...(oidc.clientSecret && { client_secret: oidc.clientSecret }),
        },
        oidc.clientSecret === undefined ? openid.None() : undefined,
        {
          timeout: TIMEOUT_MS / 1000,
          [openid.customFetch]: fetchLimited,
          ...(oidc.issuer.startsWith('http:') && { execute: [openid.allowInsecureRequests] }),
        },
      );
      const { jwks_uri: keysUri = '' } = config.serverMetadata();
      const keys = createRemoteJWKSet(new URL(keysUri), {
        cooldownDuration: KEYS_COOLDOWN_MS,
        timeoutDuration: TIMEOUT_MS,
        [customKeyFetch]: (url, options) => this.#fetch(url, { ...options, headers: plain(options.headers) }),
      });
      this.#failed = undefined;
      this.#connection = { config, keys, openedAtMs: clock.steady().getTime() };
      return this.#connection;
    } catch (error) {
      const unavailable = new ProviderUnavailable(oidc.name, describeFailure(error));
      this.#failed = { untilMs: clock.steady().getTime() + PROVIDER_RETRY_SECONDS * 1000, error: unavailable };
      throw unavailable;
    }
  }

  async #unlessUnavailable<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await job();
    } catch (error) {
      if (isProvidersFault(error)) throw new ProviderUnavailable(this.deps.oidc.name, describeFailure(error));
      throw error;
    }
  }

  /** Sends the library's requests with the limits of all outgoing ones. */
  async #fetch(url: string, { method, headers, body, signal }: LibraryRequest): Promise<Response> {
    const answer = await sendRequest(
      {
        url: new URL(url),
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === undefined || body === null ? undefined : String(body),
        signal,
        timeoutMs: TIMEOUT_MS,
        answerMaxBytes: ANSWER_MAX_BYTES,
      },
      this.deps,
    );
    if (answer.cutBy !== undefined) throw new TypeError(`The provider's answer is incomplete: ${answer.cutBy}`);
    const type = answer.headers['content-type'];
    const challenge = answer.headers['www-authenticate'];
    return new Response(BODILESS.has(answer.status) ? null : new Uint8Array(answer.body), {
      status: answer.status,
      headers: { ...(type && { 'content-type': type }), ...(challenge && { 'www-authenticate': challenge }) },
    });
  }
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

interface LibraryRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

function plain(headers: Headers): Record<string, string> {
  return Object.fromEntries(headers.entries());
}
