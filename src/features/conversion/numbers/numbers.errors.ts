import { message } from '../../../i18n/message.js';
import { InvalidArgument } from '../invalid-argument.js';
import { floatProblemText } from '../rules/floating-point/float-problem-text.js';
import type { FloatProblem } from '../rules/floating-point/parse-float-text.js';
import { FRACTION_DIGITS_MAX } from '../rules/fractions/convert-fraction.js';
import { fractionProblemText } from '../rules/fractions/fraction-problem-text.js';
import type { FractionProblem } from '../rules/fractions/parse-fraction.js';

/** A text is not a number with a fractional part in its base: 400, naming the problem and its position. */
export class NotAFraction extends InvalidArgument {
  constructor(problem: FractionProblem) {
    super(fractionProblemText(problem), 'value');
  }
}

/** The number of fractional digits is negative or above the limit: 400. */
export class NotADigitCount extends InvalidArgument {
  constructor() {
    super(message('conversion.notADigitCount', { maximum: FRACTION_DIGITS_MAX }), 'digits');
  }
}

/** A text is not a floating-point number: 400, naming the problem and its position. */
export class NotAFloatingPointNumber extends InvalidArgument {
  constructor(problem: FloatProblem) {
    super(floatProblemText(problem), 'value');
  }
}

/** Bits cannot be shifted by this number of positions: 400. */
export class NotAShiftCount extends InvalidArgument {
  constructor(width: number) {
    super(message('conversion.notAShiftCount', { width }), 'value2');
  }
}
