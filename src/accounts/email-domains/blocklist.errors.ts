import { VigiaError } from '../../shared/errors/vigia-error.js';

/** The staff have not added this domain: 404 `not_found`. */
export class NoSuchBlockedDomain extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('accounts.blocklist.notAdded');
  }
}
