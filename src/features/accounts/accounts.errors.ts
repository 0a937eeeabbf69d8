import { type Message, message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';
import { durationText } from '../../shared/time/duration-text.js';

/** Unknown user, wrong password or inactive account, without revealing which: 401 `no_active_account`. */
export class NoActiveAccount extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'no_active_account';

  constructor(text: Message = 'accounts.noActiveAccount') {
    super(text);
  }
}

/**
 * The password was correct, but the device's clock is off, so the code was for a different time. The response is the
 * same as for {@link NoActiveAccount}.
 */
export class DeviceClockOff extends NoActiveAccount {
  constructor(seconds: number) {
    super(message('accounts.deviceClockOff', { duration: durationText(seconds) }));
  }
}

/** A token that is malformed, forged, expired, revoked or of the wrong type: 401 `token_not_valid`. */
export class TokenNotValid extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'token_not_valid';

  constructor() {
    super('accounts.tokenNotValid');
  }
}

/** Too many failed logins for a username and address: 429 `locked_out`, even if the password is correct. */
export class LockedOut extends VigiaError {
  readonly kind = 'lockedOut';
  readonly code = 'locked_out';

  /** @param isNew whether this failure caused the lock. */
  constructor(
    retryAfterSeconds: number,
    readonly isNew = false,
  ) {
    super(message('accounts.lockedOut', { duration: durationText(retryAfterSeconds) }), { retryAfterSeconds });
  }
}

/** The only active account with the staff role can be neither deactivated nor demoted: 400 `last_staff_account`. */
export class LastStaffAccount extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'last_staff_account';

  constructor() {
    super('accounts.lastStaffAccount');
  }
}
