import { message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** Registration is closed, or requires a valid invitation: 403 `registration_closed`. */
export class RegistrationClosed extends VigiaError {
  readonly kind = 'registrationClosed';
  readonly code = 'registration_closed';

  constructor(reason: 'closed' | 'by_invitation' | 'invitation_not_valid') {
    super(SENTENCES[reason]);
  }
}

const SENTENCES = {
  closed: 'accounts.registrationClosed',
  by_invitation: 'accounts.registrationByInvitation',
  invitation_not_valid: 'accounts.invitationNotValid',
} as const;

/** The limit of invitations created within seven days is reached: 400 `too_many_invitations`. */
export class TooManyInvitations extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_invitations';

  constructor(max: number) {
    super(message('accounts.tooManyInvitations', { max }));
  }
}
