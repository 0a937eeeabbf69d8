import { VigiaError } from '../../shared/vigia-error.js';

/** The domain is none of those that the staff have added: 404 `not_found`. */
export class NoSuchBlockedDomain extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('accounts.blocklist.notAdded');
  }
}
