import { VigiaError } from '../shared/errors/vigia-error.js';

/** There is no unsent mail with this id: 404 `not_found`. Only staff and operators see it. */
export class NoSuchMail extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('mail.noSuchMail');
  }
}
