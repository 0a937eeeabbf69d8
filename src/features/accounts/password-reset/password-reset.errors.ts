import { VigiaError } from '../../../shared/errors/vigia-error.js';

/** The link has been used, has expired or is forged: 404 `reset_link_not_valid`. */
export class ResetLinkNotValid extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'reset_link_not_valid';

  constructor() {
    super('accounts.resetLinkNotValid');
  }
}
