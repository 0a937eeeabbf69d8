import { type Message, message } from '../../../../i18n/message.js';
import { numberProblemText } from '../bases/number-problem-text.js';
import type { RuleKey } from '../sign-text.js';
import { FRACTION_MAX_LENGTH, type FractionProblem } from './parse-fraction.js';

/** Describes what is wrong with a number that has a fractional part, and where. */
export function fractionProblemText(problem: FractionProblem): Message<RuleKey> {
  switch (problem.kind) {
    case 'tooLong':
      return message('rules.number.tooLong', { maximum: FRACTION_MAX_LENGTH });
    case 'noDigits':
      return 'rules.fraction.noDigits';
    case 'separatorTwice':
      return message('rules.fraction.separatorTwice', { position: problem.position });
    case 'periodMisplaced':
      return message('rules.fraction.periodMisplaced', { position: problem.position });
    case 'periodUnclosed':
      return message('rules.fraction.periodUnclosed', { position: problem.position });
    case 'wrongDigit':
      return numberProblemText(problem);
  }
}
