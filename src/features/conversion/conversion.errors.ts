import { message } from '../../i18n/message.js';
import { InvalidArgument } from './invalid-argument.js';
import { numberProblemText } from './rules/bases/number-problem-text.js';
import type { NumberProblem } from './rules/bases/whole-number.js';
import { RADIX_MAX, RADIX_MIN } from './rules/bases/whole-number.js';
import type { ExpressionProblem } from './rules/logic/expression.js';
import { expressionProblemText } from './rules/logic/expression-problem-text.js';
import { outputsProblemText } from './rules/logic-forms/outputs-problem-text.js';
import type { OutputsProblem } from './rules/logic-forms/parse-outputs.js';

/**
 * An argument is not a whole number in its base, or is too long: 400, naming any invalid character and its position.
 */
export class NotANumber extends InvalidArgument {
  constructor(argument: string, problem: NumberProblem) {
    super(numberProblemText(problem), argument);
  }
}

/** One or both bases are outside the range 2–36: 400. */
export class NotARadix extends InvalidArgument {
  constructor(args: readonly string[]) {
    super(message('conversion.notARadix', { minimum: RADIX_MIN, maximum: RADIX_MAX }), ...args);
  }
}

/** One or both operands of a logic operation are neither 0 nor 1: 400. */
export class NotABit extends InvalidArgument {
  constructor(args: readonly string[]) {
    super('conversion.notABit', ...args);
  }
}

/** The second operand of a two-operand operation is missing: 400. */
export class SecondValueMissing extends InvalidArgument {
  constructor() {
    super('conversion.secondValueMissing', 'value2');
  }
}

/** A number does not fit in the chosen bit width: 400. */
export class DoesNotFit extends InvalidArgument {
  constructor(argument: string, width: number) {
    super(message('conversion.doesNotFit', { width, exponent: width - 1 }), argument);
  }
}

/** A text is not a valid logic expression: 400, naming the problem and its position. */
export class NotAnExpression extends InvalidArgument {
  constructor(problem: ExpressionProblem, argument = 'expression') {
    super(expressionProblemText(problem), argument);
  }
}

/** A text is not a truth table's result column: 400, naming the problem. */
export class NotOutputs extends InvalidArgument {
  constructor(problem: OutputsProblem) {
    super(outputsProblemText(problem), 'outputs');
  }
}
