import type { Language } from '../../i18n/catalogues.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';

/** Field name → what is wrong with it, in the order of the checks. */
export type FieldErrors = Readonly<Record<string, readonly Message[]>>;

interface Kind {
  readonly status: number;
  readonly graphqlCode: string;
}

/**
 * The one table from kinds of failure to the HTTP status and GraphQL `extensions.code` that answer them
 * (contract 8).
 */
export const errorKinds = {
  invalid: { status: 400, graphqlCode: 'BAD_USER_INPUT' },
  unauthenticated: { status: 401, graphqlCode: 'UNAUTHENTICATED' },
  otpRequired: { status: 401, graphqlCode: 'OTP_REQUIRED' },
  forbidden: { status: 403, graphqlCode: 'FORBIDDEN' },
  reauthenticationRequired: { status: 403, graphqlCode: 'REAUTHENTICATION_REQUIRED' },
  registrationClosed: { status: 403, graphqlCode: 'REGISTRATION_CLOSED' },
  secondFactorRequired: { status: 403, graphqlCode: 'SECOND_FACTOR_REQUIRED' },
  notFound: { status: 404, graphqlCode: 'NOT_FOUND' },
  hostNotFound: { status: 404, graphqlCode: 'HOST_NOT_FOUND' },
  methodNotAllowed: { status: 405, graphqlCode: 'METHOD_NOT_ALLOWED' },
  tooLarge: { status: 413, graphqlCode: 'TOO_LARGE' },
  unsupportedMediaType: { status: 415, graphqlCode: 'UNSUPPORTED_MEDIA_TYPE' },
  rateLimited: { status: 429, graphqlCode: 'RATE_LIMITED' },
  lockedOut: { status: 429, graphqlCode: 'LOCKED_OUT' },
  internal: { status: 500, graphqlCode: 'INTERNAL_SERVER_ERROR' },
  busy: { status: 503, graphqlCode: 'SERVICE_UNAVAILABLE' },
} as const satisfies Record<string, Kind>;

/** A key of {@link errorKinds}. */
export type ErrorKind = keyof typeof errorKinds;

/** What a {@link VigiaError} may carry beside its code and text. */
export interface ErrorDetails {
  /** Seconds until the same call may succeed; becomes `Retry-After` and `extensions.retryAfter`. */
  readonly retryAfterSeconds?: number;
  /** Faults by field; become the body of a REST 400 and `extensions.fields`. */
  readonly fields?: FieldErrors;
}

/**
 * An expected failure. Each has a stable `code` (the machine word of REST, contract 8), a kind that decides
 * status and GraphQL code, and a message for users. Transports translate it; anything else that is thrown is masked
 * and logged.
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

/** Faults by field in one language: the shape of Django REST framework. */
export function fieldTexts(fields: FieldErrors, language: Language): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, faults]) => [name, faults.map((fault) => translate(fault, language))]),
  );
}
