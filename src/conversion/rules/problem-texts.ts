import type { Text } from '../../shared/text.js';
import type { ExpressionProblem } from './expression.js';
import { problemMessages as say } from './problems.messages.js';
import { digitsOf, type NumberProblem } from './whole-number.js';

/** The sentence that says what is wrong with a number, and where. */
export function numberProblemText(problem: NumberProblem): Text {
  if (problem.kind === 'tooLong') return say.valueTooLong;
  if (problem.kind === 'noDigits') return say.noDigits;
  const { character, position, radix } = problem;
  return say.wrongDigit({ sign: signText(character), position, radix, digits: digitsText(radix) });
}

/** The sentence that says what is wrong with an expression, and where. */
export function expressionProblemText(problem: ExpressionProblem): Text {
  if (problem.kind === 'tooLong') return say.expressionTooLong;
  if (problem.kind === 'empty') return say.empty;
  const place = { sign: signText(problem.found), position: problem.position };
  switch (problem.kind) {
    case 'unknownSign':
      return say.unknownSign(place);
    case 'operandExpected':
      return say.operandExpected(place);
    case 'operatorExpected':
      return say.operatorExpected(place);
    case 'bracketUnopened':
      return say.bracketUnopened(place);
    case 'bracketUnclosed':
      return say.bracketUnclosed(place);
    case 'tooDeep':
      return say.tooDeep(place);
    case 'tooManyVariables':
      return say.tooManyVariables(place);
  }
}

const SIGN_MAX_LENGTH = 20;

/** A symbol in quotation marks, or its code point if it is invisible. */
function signText(sign: string): Text {
  if (sign === '') return say.end;
  if (sign === ' ') return say.blank;
  if (/^[\p{C}\p{Z}]/u.test(sign)) {
    const number = `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    return { pt: number, en: number };
  }
  const shown = sign.length > SIGN_MAX_LENGTH ? `${[...sign].slice(0, SIGN_MAX_LENGTH).join('')}…` : sign;
  return { pt: `“${shown}”`, en: `“${shown}”` };
}

/** `0 e 1`, `0 a 7`, `0 a 9 e A a F`. */
function digitsText(radix: number): Text {
  const last = digitsOf(radix).at(-1) ?? '';
  if (radix === 2) return { pt: '0 e 1', en: '0 and 1' };
  if (radix <= 10) return { pt: `0 a ${last}`, en: `0 to ${last}` };
  if (radix === 11) return { pt: '0 a 9 e A', en: '0 to 9 and A' };
  return { pt: `0 a 9 e A a ${last}`, en: `0 to 9 and A to ${last}` };
}
