import { message } from '../i18n/message.js';
import { VigiaError } from '../shared/vigia-error.js';
import type { ExpressionProblem } from './rules/expression.js';
import { expressionProblemText } from './rules/expression-problem-text.js';
import { numberProblemText } from './rules/number-problem-text.js';
import type { NumberProblem } from './rules/whole-number.js';
import { RADIX_MAX, RADIX_MIN } from './rules/whole-number.js';

/**
 * An argument is not a whole number in its base, or is too long: 400, naming the invalid character and its position.
 */
export class NotANumber extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(argument: string, problem: NumberProblem) {
    const text = numberProblemText(problem);
    super(text, { fields: { [argument]: [text] } });
  }
}

/** One or both bases are not in the range 2–36: 400. */
export class NotARadix extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(args: readonly string[]) {
    const text = message('conversion.notARadix', { minimum: RADIX_MIN, maximum: RADIX_MAX });
    super(text, { fields: Object.fromEntries(args.map((argument) => [argument, [text]])) });
  }
}

/** One or both operands of a logic operation are neither 0 nor 1: 400. */
export class NotABit extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(args: readonly string[]) {
    const text = 'conversion.notABit';
    super(text, { fields: Object.fromEntries(args.map((argument) => [argument, [text]])) });
  }
}

/** The second operand of a binary operation is missing: 400. */
export class SecondValueMissing extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor() {
    const text = 'conversion.secondValueMissing';
    super(text, { fields: { value2: [text] } });
  }
}

/** A number does not fit into the chosen bit width: 400. */
export class DoesNotFit extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(argument: string, width: number) {
    const text = message('conversion.doesNotFit', { width, exponent: width - 1 });
    super(text, { fields: { [argument]: [text] } });
  }
}

/** A text is not a valid logic expression: 400, naming the problem and its position. */
export class NotAnExpression extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(problem: ExpressionProblem) {
    const text = expressionProblemText(problem);
    super(text, { fields: { expression: [text] } });
  }
}
