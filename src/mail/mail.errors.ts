import { VigiaError } from '../shared/vigia-error.js';

/** There is no mail of this number that has not been sent: 404 `not_found`. For staff and operators only. */
export class NoSuchMail extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('mail.noSuchMail');
  }
}
