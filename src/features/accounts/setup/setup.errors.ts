import { VigiaError } from '../../../shared/errors/vigia-error.js';

/**
 * The link is used, expired, replaced or forged, or there is an active staff account already: 404
 * `setup_link_not_valid`. Strangers cannot tell which.
 */
export class SetupLinkNotValid extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'setup_link_not_valid';

  constructor() {
    super('accounts.setupLinkNotValid');
  }
}

/** An operator wants to create the first staff account, but there is an active one: 400 `staff_exists`. */
export class StaffExists extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'staff_exists';

  constructor() {
    super('accounts.staffExists');
  }
}
