import type { Clock } from '../../shared/time/clock.js';
import { NotSent } from '../outbox/delivery-failure.js';
import { guardOfSetting } from '../outgoing/address-guard.js';
import { OutgoingFailure } from '../outgoing/outgoing-failure.js';
import { type OutgoingAnswer, sendRequest } from '../outgoing/send-request.js';

interface AccessTokensDeps {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
  readonly clock: Clock;
}

/** A token that expires within this time is no longer used. */
const MARGIN_SECONDS = 60;

/** Lifetime of a token if the response does not specify one. */
const DEFAULT_SECONDS = 300;

interface AccessToken {
  readonly text: string;
  readonly endsAtMs: number;
}

/** Exchanges a refresh token for access tokens (OAuth 2.0, RFC 6749 §6), and caches each while it is valid. */
export class AccessTokens {
  #current: AccessToken | undefined;

  constructor(private readonly deps: AccessTokensDeps) {}

  /** The cached token while it is valid; undefined if there is none. */
  get current(): string | undefined {
    const now = this.deps.clock.steady().getTime();
    return this.#current && now < this.#current.endsAtMs ? this.#current.text : undefined;
  }

  /** Drops the cached token, e.g. after the mail server has rejected it. */
  forget(): void {
    this.#current = undefined;
  }

  /**
   * Requests a new token.
   *
   * @throws {NotSent} if that fails. The failure's detail contains no free text from the provider, since that might
   * include secrets.
   */
  async renew(signal: AbortSignal): Promise<string> {
    this.forget();
    try {
      this.#current = await this.#request(signal);
      return this.#current.text;
    } catch (error) {
      if (error instanceof NotSent) throw error;
      throw new NotSent('no_access_token', error instanceof OutgoingFailure ? describeReason(error) : 'it was aborted');
    }
  }

  async #request(signal: AbortSignal): Promise<AccessToken> {
    const { tokenUrl, clientId, clientSecret, refreshToken, clock } = this.deps;
    const form = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: clientId,
      client_secret: clientSecret,
      refresh_token: refreshToken,
    });
    const response = await sendRequest(
      {
        url: new URL(tokenUrl),
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
        body: form.toString(),
        signal,
      },
      { guard: guardOfSetting(tokenUrl), clock },
    );
    const answer = parse(wholeText(response));
    if (response.status < 200 || response.status > 299)
      throw new NotSent('no_access_token', `${[`status ${response.status}`, wordOf(answer.error)].join(' ').trim()}`);
    const { access_token: text, expires_in: seconds } = answer;
    if (typeof text !== 'string' || !/^[\x21-\x7e]+$/.test(text)) {
      throw new NotSent('no_access_token', 'the answer was not understood');
    }
    const lifetimeSeconds = Number(seconds) > 0 ? Number(seconds) : DEFAULT_SECONDS;
    return { text, endsAtMs: clock.steady().getTime() + (lifetimeSeconds - MARGIN_SECONDS) * 1000 };
  }
}

function wholeText({ body, cutBy }: OutgoingAnswer): string {
  if (cutBy === 'too_large') throw new NotSent('no_access_token', 'the answer is too large');
  if (cutBy === 'too_slow') throw new NotSent('no_access_token', 'no answer in time');
  if (cutBy !== undefined) throw new NotSent('no_access_token', cutBy);
  return body.toString('utf8');
}

function describeReason({ reason, detail }: OutgoingFailure): string {
  if (reason === 'too_slow') return 'no answer in time';
  return detail === '' ? 'the connection broke' : detail;
}

/** Returns the fields of a JSON object, or an empty object for anything else. */
function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Returns the provider's error code, e.g. `invalid_grant`, or '' if it is not a simple word. */
function wordOf(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : '';
}
