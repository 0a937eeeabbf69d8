import { VigiaError } from '../shared/vigia-error.js';

/** There is no version of this id, or none that the caller may know of: 404 `not_found`. */
export class NoSuchTermsVersion extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('terms.noSuchVersion');
  }
}

/** Somebody has saved the version since the editor opened it: 400 `invalid`, the field `seenUpdatedAt` being at fault. */
export class TermsChangedMeanwhile extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    super('terms.changedMeanwhile', { fields: { seenUpdatedAt: ['terms.changedMeanwhile'] } });
  }
}
