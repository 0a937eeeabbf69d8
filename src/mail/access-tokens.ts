import type { Clock } from '../shared/clock.js';
import { codeOfCause } from '../shared/code-of.js';
import { MailNotSent } from './mailer.js';

interface AccessTokensDeps {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly clock: Clock;
}

/** How long to wait for the provider's response. */
const TIMEOUT_SECONDS = 10;

const ANSWER_MAX_BYTES = 64 * 1024;

/** A token is no longer used if it expires within this time. */
const MARGIN_SECONDS = 60;

/** The lifetime of a token if the response does not name one. */
const DEFAULT_SECONDS = 300;

/** An access token of the provider. */
interface AccessToken {
  readonly text: string;
  readonly endsAtMs: number;
}

/** Gets access tokens for a refresh token (OAuth 2.0, RFC 6749 §6), and caches each for as long as it is valid. */
export class AccessTokens {
  #current: AccessToken | undefined;

  constructor(private readonly deps: AccessTokensDeps) {}

  /** The cached token while it is valid; undefined when there is none. */
  get current(): string | undefined {
    const now = this.deps.clock.steady().getTime();
    return this.#current && now < this.#current.endsAtMs ? this.#current.text : undefined;
  }

  /** Drops the cached token, as when the mail server has rejected it. */
  forget(): void {
    this.#current = undefined;
  }

  /**
   * Requests a new token.
   *
   * @throws {MailNotSent} when that fails. Its detail has no free text of the provider, which might contain secrets.
   */
  async renew(signal: AbortSignal): Promise<string> {
    this.forget();
    const overdue = new AbortController();
    const stopTimer = this.deps.clock.every(TIMEOUT_SECONDS * 1000, () => overdue.abort());
    try {
      this.#current = await this.#request(AbortSignal.any([signal, overdue.signal]));
      return this.#current.text;
    } catch (error) {
      if (error instanceof MailNotSent) throw error;
      throw new MailNotSent(
        'no_access_token',
        overdue.signal.aborted ? 'no answer in time' : (codeOfCause(error) ?? 'the connection broke'),
      );
    } finally {
      stopTimer();
    }
  }

  async #request(signal: AbortSignal): Promise<AccessToken> {
    const { tokenUrl, clientId, clientSecret, refreshToken, clock } = this.deps;
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    });
    // Redirects are not followed, so that the secrets are sent to no other address.
    const response = await fetch(tokenUrl, { method: 'POST', body, signal, redirect: 'manual' });
    const answer = parse(await readBounded(response));
    if (!response.ok)
      throw new MailNotSent(
        'no_access_token',
        `${[`status ${response.status}`, wordOf(answer.error)].join(' ').trim()}`,
      );
    const { access_token: text, expires_in: seconds } = answer;
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) {
      throw new MailNotSent('no_access_token', 'the answer was not understood');
    }
    const lifetimeSeconds = Number(seconds) > 0 ? Number(seconds) : DEFAULT_SECONDS;
    return { text, endsAtMs: clock.steady().getTime() + (lifetimeSeconds - MARGIN_SECONDS) * 1000 };
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytesLeft = ANSWER_MAX_BYTES;
  for await (const chunk of response.body ?? []) {
    bytesLeft -= chunk.byteLength;
    if (bytesLeft < 0) throw new MailNotSent('no_access_token', 'the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The fields of a JSON object; an empty object for anything else. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The provider's error code, such as `invalid_grant`; empty if it is not a simple word. */
function wordOf(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : '';
}
