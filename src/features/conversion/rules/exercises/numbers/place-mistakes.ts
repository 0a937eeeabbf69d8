import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import type { MistakeKind } from '../mistake.js';
import { reversed, withoutLetters } from './digit-text.js';

/** Returns the mistakes of adding up digits times their place values, the likeliest first, with the sums in base `to`. */
export function mistakesOfPlaces(value: string, from: number, to: number): UsualMistake[] {
  const known = (kind: MistakeKind, sum: bigint) => usual(kind, formatWhole(sum, to));
  const digits = [...value].map((digit) => BigInt(Number.parseInt(digit, 36)));
  const base = BigInt(from);
  /** Adds up the digits, with places worth something else. Places are counted from the right, from 0. */
  const sumOf = (worth: (place: bigint) => bigint, counted = digits) =>
    counted.reduce((sum, digit, at) => sum + digit * worth(BigInt(counted.length - 1 - at)), 0n);
  const right = (place: bigint) => base ** place;
  const otherBases = [2n, 8n, 10n, 16n].filter((other) => other !== base);
  const spelt = withoutLetters(value);
  const withLetters = [
    known('LETTER_AS_TWO_DIGITS', parseWhole(spelt, from) as bigint),
    known('LETTER_AS_TWO_DIGITS', BigInt(spelt)),
    known('LETTERS_OFF_BY_ONE', sumOf(right, digits.map(oneMoreThanLetter))),
  ];
  const withoutZeros = digits.filter((digit) => digit !== 0n);
  return [
    known('PLACES_FROM_LEFT', parseWhole(reversed(value), from) as bigint),
    known(
      'PLACES_FROM_ONE',
      sumOf((place) => base ** (place + 1n)),
    ),
    known(
      'EXPONENT_AS_FACTOR',
      sumOf((place) => base * place),
    ),
    // Remembers that the first place is worth 1.
    known(
      'EXPONENT_AS_FACTOR',
      sumOf((place) => (place === 0n ? 1n : base * place)),
    ),
    ...(/[A-Z]/.test(value) ? withLetters : []),
    ...digits.flatMap((digit, at) =>
      digit === 0n ? [] : [known('PLACE_FORGOTTEN', sumOf(right, digits.with(at, 0n)))],
    ),
    ...(digits.includes(0n) ? [known('ZEROS_LEFT_OUT', sumOf(right, withoutZeros))] : []),
    ...otherBases.map((other) =>
      known(
        'READ_IN_OTHER_BASE',
        sumOf((place) => other ** place),
      ),
    ),
  ];
}

function oneMoreThanLetter(digit: bigint): bigint {
  return digit > 9n ? digit + 1n : digit;
}
