import { VigiaError } from '../shared/vigia-error.js';
import { accountMessages } from './accounts.messages.js';

/** Unknown user, wrong password or inactive account; never says which: 401 `no_active_account`. */
export class NoActiveAccount extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'no_active_account';

  constructor() {
    super(accountMessages.noActiveAccount);
  }
}

/** A token that is malformed, forged, expired, revoked or of the other type: 401 `token_not_valid`. */
export class TokenNotValid extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'token_not_valid';

  constructor() {
    super(accountMessages.tokenNotValid);
  }
}
