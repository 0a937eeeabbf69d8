import { type Message, message } from '../../i18n/message.js';
import { durationText } from '../time/duration-text.js';
import type { FieldErrors } from './vigia-error.js';
import { VigiaError } from './vigia-error.js';

/** Malformed request: 400 `invalid`. */
export class InvalidRequest extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';
}

/** Unknown path or id, or one that the caller must not see: 404 `not_found`. */
export class NotFound extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';
}

/** One or more invalid fields, each with its faults: 400. */
export class InvalidFields extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(fields: FieldErrors) {
    super('errors.invalidFields', { fields });
  }
}

/** The caller is not signed in: 401 `not_authenticated`. */
export class NotAuthenticated extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'not_authenticated';

  constructor() {
    super('errors.notAuthenticated');
  }
}

/** The caller lacks the required rights: 403 `permission_denied`. */
export class PermissionDenied extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'permission_denied';

  /** @param text says what is needed instead; by default, a staff account. */
  constructor(text: Message = 'errors.permissionDenied') {
    super(text);
  }
}

/** The change would send something out of a demonstration: 403 `demonstration`. */
export class NotInDemonstration extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'demonstration';

  constructor() {
    super('errors.demonstration');
  }
}

/** A personal access token lacks the required scope: 403 `insufficient_scope`. */
export class InsufficientScope extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'insufficient_scope';

  /** @param needed scope to name; undefined if no personal access token is accepted. */
  constructor(needed: string | undefined) {
    super(needed ? message('errors.insufficientScope', { scope: needed }) : 'errors.noPersonalToken');
  }
}

/** The caller must set up a second factor first: 403 `second_factor_required`. */
export class SecondFactorRequired extends VigiaError {
  readonly kind = 'secondFactorRequired';
  readonly code = 'second_factor_required';

  constructor() {
    super('errors.secondFactorRequired');
  }
}

/** The caller must prove their identity again, and then repeat the call: 403 `reauthentication_required`. */
export class ReauthenticationRequired extends VigiaError {
  readonly kind = 'reauthenticationRequired';
  readonly code = 'reauthentication_required';

  constructor() {
    super('errors.reauthenticationRequired');
  }
}

/** The caller has used up an allowance, until `retryAfterSeconds` have passed: 429 `rate_limited`. */
export class RateLimited extends VigiaError {
  readonly kind = 'rateLimited';
  readonly code = 'rate_limited';

  /**
   * @param of builds a message that names the kind of request that was made too often, if the general one does not
   * suffice.
   */
  constructor(retryAfterSeconds: number, of: (seconds: number) => Message = tooManyRequests) {
    super(of(retryAfterSeconds), { retryAfterSeconds });
  }
}

function tooManyRequests(seconds: number): Message {
  return message('errors.rateLimited', { duration: durationText(seconds) });
}

/**
 * The service is overloaded or unavailable; the caller may try again after `retryAfterSeconds`: 503 `busy`. The
 * optional `cause` is for the log.
 */
export class Busy extends VigiaError {
  readonly kind = 'busy';
  readonly code = 'busy';

  constructor(retryAfterSeconds: number, cause?: Error) {
    super(message('errors.busy', { seconds: retryAfterSeconds }), { retryAfterSeconds });
    if (cause) this.cause = cause;
  }
}
