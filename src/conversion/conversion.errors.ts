import { VigiaError } from '../shared/vigia-error.js';
import { conversionMessages } from './conversion.messages.js';

/** The value is not a whole number in the source base, or is too long: 400. */
export class NotConvertible extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    super(conversionMessages.notConvertible);
  }
}

/** An operand of a logic operation is neither 0 nor 1: 400. */
export class NotABit extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    super(conversionMessages.notABit);
  }
}
