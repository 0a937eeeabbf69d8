import { type Message, message } from '../../../../i18n/message.js';
import { type RuleKey, signText } from '../sign-text.js';
import { limitsOf } from './float-format.js';
import { FLOAT_EXPONENT_MAX, FLOAT_MAX_LENGTH, type FloatProblem } from './parse-float-text.js';

/** Describes what is wrong with a text that is not a floating-point number, and where. */
export function floatProblemText(problem: FloatProblem): Message<RuleKey> {
  switch (problem.kind) {
    case 'tooLong':
      return message('rules.number.tooLong', { maximum: FLOAT_MAX_LENGTH });
    case 'noDigits':
      return 'rules.float.noDigits';
    case 'unexpected':
      return message('rules.float.unexpected', { sign: signText(problem.character), position: problem.position });
    case 'exponentTooLarge':
      return message('rules.float.exponentTooLarge', { maximum: FLOAT_EXPONENT_MAX });
    case 'bitsTooLong':
      return message('rules.float.bitsTooLong', { width: limitsOf(problem.format).width });
    case 'patternTooLong': {
      const { width } = limitsOf(problem.format);
      return message('rules.float.patternTooLong', { width, digits: width / 4 });
    }
  }
}
