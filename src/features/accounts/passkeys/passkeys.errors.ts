import { message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** Browsers do not allow passkeys without https or at a bare IP address: 400 `passkeys_unavailable`. */
export class PasskeysUnavailable extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'passkeys_unavailable';

  constructor() {
    super('accounts.passkeys.unavailable');
  }
}

/** The browser's response is not a new passkey for this account, or came too late: 400 `passkey_refused`. */
export class PasskeyRefused extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'passkey_refused';

  constructor() {
    super('accounts.passkeys.refused');
  }
}

/** The passkey already belongs to an account: 400 `passkey_known`. */
export class PasskeyKnown extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'passkey_known';

  constructor() {
    super('accounts.passkeys.known');
  }
}

/** The account has reached its limit of passkeys: 400 `too_many_passkeys`. */
export class TooManyPasskeys extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_passkeys';

  constructor(maximum: number) {
    super(message('accounts.passkeys.tooMany', { maximum }));
  }
}
