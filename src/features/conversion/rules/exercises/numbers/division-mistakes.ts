import { formatWhole } from '../../bases/whole-number.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import { reversed, withoutLetters } from './digit-text.js';

/** Returns the mistakes of dividing a number by a base and reading the remainders, the likeliest first. */
export function mistakesOfDivision(number: bigint, to: number): UsualMistake[] {
  const digits = formatWhole(number, to);
  return [
    usual('REMAINDERS_DOWNWARDS', reversed(digits)),
    usual('LETTER_AS_NUMBER', withoutLetters(digits)),
    usual('STOPPED_EARLY', digits.slice(1)),
    ...mistakesWithZeros(digits),
    usual('FIRST_REMAINDER_FORGOTTEN', digits.slice(0, -1)),
    usual('LAST_QUOTIENT_REPEATED', digits.slice(0, 1) + digits),
    ...mistakesOfBase(number, to),
  ];
}

/** Returns the number in the other bases of lessons. */
export function mistakesOfBase(number: bigint, to: number): UsualMistake[] {
  const others = [2, 8, 16].filter((radix) => radix !== to);
  return others.map((radix) => usual('WRONG_BASE', formatWhole(number, radix), { base: to }));
}

/** Returns digits without all of their zeros, and without a single one. */
export function mistakesWithZeros(digits: string): UsualMistake[] {
  const single = [...digits].flatMap((digit, at) =>
    digit === '0' ? [usual('ZEROS_LEFT_OUT', digits.slice(0, at) + digits.slice(at + 1))] : [],
  );
  return single.length === 0 ? [] : [usual('ZEROS_LEFT_OUT', digits.replaceAll('0', '')), ...single];
}
