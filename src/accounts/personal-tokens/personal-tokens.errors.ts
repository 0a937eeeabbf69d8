import { VigiaError } from '../../shared/errors/vigia-error.js';

/** The user has no personal access token with this id: 404 `not_found`. */
export class NoSuchPersonalToken extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('accounts.tokens.noSuchToken');
  }
}
