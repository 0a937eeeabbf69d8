import { type Message, message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** The provider cannot be reached, or answers with something else: 503 `provider_unavailable`. */
export class ProviderUnavailable extends VigiaError {
  readonly kind = 'busy';
  readonly code = 'provider_unavailable';

  /** @param cause for the log; never contains a secret. */
  constructor(provider: string, cause: string) {
    super(message('accounts.oidc.unavailable', { provider }), { retryAfterSeconds: PROVIDER_RETRY_SECONDS });
    this.cause = new Error(cause);
  }
}

/** Seconds for which a provider that could not be reached is not asked again. */
export const PROVIDER_RETRY_SECONDS = 5;

/** The sign-in took too long, was already finished, or began in another browser: 400 `sign_in_expired`. */
export class SignInExpired extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'sign_in_expired';

  constructor() {
    super('accounts.oidc.expired');
  }
}

/** The provider, or a check of its answer, refused the sign-in: 403 `sign_in_refused`. */
export class SignInRefused extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'sign_in_refused';

  /** @param reason short code for the log and the audit trail; never contains a secret. */
  constructor(
    readonly reason: string,
    text: Message,
  ) {
    super(text);
  }
}

/** The provider's `sub` is not what OpenID Connect allows, so it cannot be stored: 403 `sign_in_refused`. */
export class UnusableSubject extends SignInRefused {
  /** For the log. */
  override readonly cause = new Error('its sub is empty, longer than 255 characters, or not of ASCII');

  constructor(provider: string) {
    super('subject', message('accounts.oidc.unusableSubject', { provider }));
  }
}

/** A logout token that is not valid: 400 `invalid_request`, as OpenID Connect Back-Channel Logout has it. */
export class LogoutTokenRefused extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid_request';

  constructor() {
    super('accounts.oidc.logoutTokenRefused');
  }
}
