import type { Language } from '../../i18n/catalogues.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';

/** Faults by field name, in the order of the checks. */
export type FieldErrors = Readonly<Record<string, readonly Message[]>>;

interface Kind {
  readonly status: number;
  readonly graphqlCode: string;
}

/** Maps each kind of failure to its HTTP status and GraphQL `extensions.code` (contract 8). */
export const errorKinds = {
  invalid: { status: 400, graphqlCode: 'BAD_USER_INPUT' },
  persistedQueryNotSupported: { status: 400, graphqlCode: 'PERSISTED_QUERY_NOT_SUPPORTED' },
  unauthenticated: { status: 401, graphqlCode: 'UNAUTHENTICATED' },
  otpRequired: { status: 401, graphqlCode: 'OTP_REQUIRED' },
  forbidden: { status: 403, graphqlCode: 'FORBIDDEN' },
  reauthenticationRequired: { status: 403, graphqlCode: 'REAUTHENTICATION_REQUIRED' },
  registrationClosed: { status: 403, graphqlCode: 'REGISTRATION_CLOSED' },
  secondFactorRequired: { status: 403, graphqlCode: 'SECOND_FACTOR_REQUIRED' },
  notFound: { status: 404, graphqlCode: 'NOT_FOUND' },
  hostNotFound: { status: 404, graphqlCode: 'HOST_NOT_FOUND' },
  methodNotAllowed: { status: 405, graphqlCode: 'METHOD_NOT_ALLOWED' },
  notAcceptable: { status: 406, graphqlCode: 'NOT_ACCEPTABLE' },
  tooLarge: { status: 413, graphqlCode: 'TOO_LARGE' },
  unsupportedMediaType: { status: 415, graphqlCode: 'UNSUPPORTED_MEDIA_TYPE' },
  rateLimited: { status: 429, graphqlCode: 'RATE_LIMITED' },
  lockedOut: { status: 429, graphqlCode: 'LOCKED_OUT' },
  internal: { status: 500, graphqlCode: 'INTERNAL_SERVER_ERROR' },
  busy: { status: 503, graphqlCode: 'SERVICE_UNAVAILABLE' },
} as const satisfies Record<string, Kind>;

export type ErrorKind = keyof typeof errorKinds;

/** Optional details of a {@link VigiaError}. */
export interface ErrorDetails {
  /** Seconds until the same call may succeed; sent as `Retry-After` and `extensions.retryAfter`. */
  readonly retryAfterSeconds?: number;
  /** Faults by field; sent as the body of a REST 400 and as `extensions.fields`. */
  readonly fields?: FieldErrors;
}

/**
 * An expected failure: a stable `code` (for REST, contract 8), a kind that determines the status and the GraphQL code,
 * and a message for users. Transports translate the message; any other error is masked and logged.
 */
export abstract class VigiaError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;

  constructor(
    readonly text: Message,
    readonly details: ErrorDetails = {},
  ) {
    super(translate(text, 'en'));
    this.name = new.target.name;
  }
}

/** Translates faults by field, in the format of Django REST framework. */
export function fieldTexts(fields: FieldErrors, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, faults]) => [name, faults.map((fault) => translate(fault, language))]),
  );
}
