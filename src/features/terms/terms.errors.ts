import { VigiaError } from '../../shared/errors/vigia-error.js';

/**
 * The version has been saved by someone else since the editor opened it: 400 `invalid`, naming the field
 * `seenUpdatedAt`.
 */
export class TermsChangedMeanwhile extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    super('terms.changedMeanwhile', { fields: { seenUpdatedAt: ['terms.changedMeanwhile'] } });
  }
}
