import { type FilledMessage, type Message, type MessageKey, message } from '../../i18n/message.js';
import { EXPRESSION_MAX_LENGTH, type ExpressionProblem, NESTING_MAX, VARIABLES_MAX } from './expression.js';
import { digitsOf, type NumberProblem, VALUE_MAX_LENGTH } from './whole-number.js';

/** The key of a sentence that both the server and the browser use. */
type RuleKey = Extract<MessageKey, `rules.${string}`>;

/** The sentence about what is wrong with a number, and where. */
export function numberProblemText(problem: NumberProblem): Message<RuleKey> {
  if (problem.kind === 'tooLong') return message('rules.problems.valueTooLong', { maximum: VALUE_MAX_LENGTH });
  if (problem.kind === 'noDigits') return 'rules.problems.noDigits';
  const { character, position, radix } = problem;
  return message('rules.problems.wrongDigit', {
    sign: signText(character),
    position,
    radix,
    digits: digitsText(radix),
  });
}

/** The sentence about what is wrong with an expression, and where. */
export function expressionProblemText(problem: ExpressionProblem): Message<RuleKey> {
  if (problem.kind === 'tooLong')
    return message('rules.problems.expressionTooLong', { maximum: EXPRESSION_MAX_LENGTH });
  if (problem.kind === 'empty') return 'rules.problems.empty';
  const { position } = problem;
  const sign = signText(problem.found);
  switch (problem.kind) {
    case 'unknownSign':
      return message('rules.problems.unknownSign', { sign, position });
    case 'operandExpected':
      return message('rules.problems.operandExpected', { sign, position });
    case 'operatorExpected':
      return message('rules.problems.operatorExpected', { sign, position });
    case 'bracketUnopened':
      return message('rules.problems.bracketUnopened', { position });
    case 'bracketUnclosed':
      return message('rules.problems.bracketUnclosed', { position });
    case 'tooDeep':
      return message('rules.problems.tooDeep', { position, maximum: NESTING_MAX });
    case 'tooManyVariables':
      return message('rules.problems.tooManyVariables', { sign, position, maximum: VARIABLES_MAX });
  }
}

const SIGN_MAX_LENGTH = 20;

/** A symbol in quotation marks, or its code point if it is invisible. */
function signText(sign: string): string | FilledMessage<RuleKey> {
  if (sign === '') return message('rules.problems.end');
  if (sign === ' ') return message('rules.problems.blank');
  if (/^[\p{C}\p{Z}]/u.test(sign)) {
    return `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  }
  return `“${sign.length > SIGN_MAX_LENGTH ? `${[...sign].slice(0, SIGN_MAX_LENGTH).join('')}…` : sign}”`;
}

/** `0 e 1`, `0 a 7`, `0 a 9 e A a F`. */
function digitsText(radix: number): FilledMessage<RuleKey> {
  const last = digitsOf(radix).at(-1) ?? '';
  if (radix === 2) return message('rules.problems.digits.binary');
  if (radix <= 10) return message('rules.problems.digits.figures', { last });
  if (radix === 11) return message('rules.problems.digits.oneLetter');
  return message('rules.problems.digits.letters', { last });
}
