import { errors } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.js';

/** Codes of the library for answers that a provider in working order would not give. */
const ANSWER_FAULTS: ReadonlySet<string> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_PARSE_ERROR',
]);

/** Whether a sign-in failed because the provider is away or broken, so that trying again later may help. */
export function isProvidersFault(error: unknown): boolean {
  if (error instanceof AuthorizationResponseError) return AWAY_WORDS.has(error.error);
  if (error instanceof ResponseBodyError) return error.status >= 500 || error.error === 'invalid_client';
  if (error instanceof ClientError) return ANSWER_FAULTS.has(error.code ?? '') || isUnreachable(error.cause);
  return error instanceof errors.JWKSTimeout || isUnreachable(error);
}

const AWAY_WORDS: ReadonlySet<string> = new Set(['server_error', 'temporarily_unavailable']);

function isUnreachable(error: unknown): boolean {
  return error instanceof OutgoingFailure || error instanceof TypeError;
}

/**
 * Describes a failure for the log in one line without secrets: the libraries' codes and the system's, and the
 * provider's own `error` if it is a plain word, but no text that the provider or a stranger has chosen.
 */
export function describeFailure(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    return `the provider answers ${plainWord(error.error)}`;
  }
  if (error instanceof OutgoingFailure) return error.message;
  if (error instanceof ClientError && error.cause instanceof OutgoingFailure) return error.cause.message;
  if (error instanceof ClientError) return [error.code, error.message].filter(Boolean).join(': ');
  if (error instanceof errors.JOSEError) return `${error.code}: ${error.message}`;
  return error instanceof Error ? error.message : 'unknown';
}

function plainWord(word: unknown): string {
  return typeof word === 'string' && /^[a-z_]{1,60}$/.test(word) ? word : 'an error';
}
