import { type Message, message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** Removing this would leave the account without a way to log in: 400 `last_way_in`. */
export class LastWayIn extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'last_way_in';

  constructor() {
    super('accounts.identities.lastWayIn');
  }
}

/** The identity cannot be linked to this account: 400 `identity_refused`. */
export class IdentityRefused extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'identity_refused';

  constructor(text: Message) {
    super(text);
  }
}

export function tooManyIdentities(max: number): IdentityRefused {
  return new IdentityRefused(message('accounts.identities.tooMany', { max }));
}
