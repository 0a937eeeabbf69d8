import { type FilledMessage, type Message, message } from '../../../../i18n/message.js';
import { type RuleKey, signText } from '../sign-text.js';
import { digitsOf, type NumberProblem, VALUE_MAX_LENGTH } from './whole-number.js';

/** Describes what is wrong with a number, and where. */
export function numberProblemText(problem: NumberProblem): Message<RuleKey> {
  if (problem.kind === 'tooLong') return message('rules.number.tooLong', { maximum: VALUE_MAX_LENGTH });
  if (problem.kind === 'noDigits') return 'rules.number.noDigits';
  const { character, position, radix } = problem;
  return message('rules.number.wrongDigit', {
    sign: signText(character),
    position,
    radix,
    digits: digitsText(radix),
  });
}

/** Lists the digits of a base, e.g. `0 e 1`, `algarismos de 0 a 7`, `algarismos de 0 a 9 e letras de A a F`. */
function digitsText(radix: number): FilledMessage<RuleKey> {
  const last = digitsOf(radix).at(-1) ?? '';
  if (radix === 2) return message('rules.number.digits.binary');
  if (radix <= 10) return message('rules.number.digits.figures', { last });
  if (radix === 11) return message('rules.number.digits.oneLetter');
  return message('rules.number.digits.letters', { last });
}
