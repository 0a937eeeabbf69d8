import { VigiaError } from '../../../shared/errors/vigia-error.js';
import type { User } from '../users/user.entity.js';

/** The password is correct, but the account has a second factor and none was sent: 401 `otp_required`. */
export class OtpRequired extends VigiaError {
  readonly kind = 'otpRequired';
  readonly code = 'otp_required';

  constructor(readonly user: User) {
    super('accounts.otpRequired');
  }
}

/**
 * The password is correct, but the account had a second factor that an import could not take over: 401
 * `second_factor_lost`. Staff can reset it.
 */
export class SecondFactorLost extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'second_factor_lost';

  constructor(readonly user: User) {
    super('accounts.secondFactorLost');
  }
}

/** The second step of a login came too late, or the account has changed since the first: 400 `login_expired`. */
export class LoginExpired extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'login_expired';

  constructor() {
    super('accounts.loginExpired');
  }
}

/** The policy requires the account to have a second factor: 400 `second_factor_needed`. */
export class SecondFactorNeeded extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'second_factor_needed';

  constructor() {
    super('accounts.secondFactorNeeded');
  }
}

/** No setup is in progress, or it began too long ago: 400 `totp_setup_ended`. */
export class TotpSetupEnded extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'totp_setup_ended';

  constructor() {
    super('accounts.totpSetupEnded');
  }
}

/** Staff who require a second factor of others must have one: 400 `own_factor_first`. */
export class OwnFactorFirst extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'own_factor_first';

  constructor() {
    super('accounts.ownFactorFirst');
  }
}

/** The account has no second factor to change: 400 `no_second_factor`. */
export class NoSecondFactor extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'no_second_factor';

  constructor() {
    super('accounts.noSecondFactor');
  }
}
