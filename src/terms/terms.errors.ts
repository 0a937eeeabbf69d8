import { VigiaError } from '../shared/errors/vigia-error.js';

/** There is no version with this id, or none that the viewer may see: 404 `not_found`. */
export class NoSuchTermsVersion extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('terms.noSuchVersion');
  }
}

/** The version has been saved since the editor opened it: 400 `invalid`, naming the field `seenUpdatedAt`. */
export class TermsChangedMeanwhile extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    super('terms.changedMeanwhile', { fields: { seenUpdatedAt: ['terms.changedMeanwhile'] } });
  }
}
