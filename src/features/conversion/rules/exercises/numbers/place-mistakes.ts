import { parseWhole } from '../../bases/whole-number.js';
import type { MistakeKind } from '../mistake.js';
import { reversed, withoutLetters } from './division-mistakes.js';

/** Returns the mistakes of adding up digits times their place values, the likeliest first, and the sums they lead to. */
export function mistakesOfPlaces(value: string, from: number): [MistakeKind, bigint][] {
  const digits = [...value].map((digit) => BigInt(Number.parseInt(digit, 36)));
  const base = BigInt(from);
  /** Adds up the digits, with places worth something else. Places are counted from the right, from 0. */
  const sumOf = (worth: (place: bigint) => bigint, counted = digits) =>
    counted.reduce((sum, digit, at) => sum + digit * worth(BigInt(counted.length - 1 - at)), 0n);
  const right = (place: bigint) => base ** place;
  const otherBases = [2n, 8n, 10n, 16n].filter((other) => other !== base);
  return [
    ['PLACES_FROM_LEFT', parseWhole(reversed(value), from) as bigint],
    ['PLACES_FROM_ONE', sumOf((place) => base ** (place + 1n))],
    ['EXPONENT_AS_FACTOR', sumOf((place) => base * place)],
    // Remembers that the first place is worth 1.
    ['EXPONENT_AS_FACTOR', sumOf((place) => (place === 0n ? 1n : base * place))],
    ...(/[A-Z]/.test(value) ? mistakesWithLetters(value, from, sumOf(right, digits.map(oneMoreThanLetter))) : []),
    ...digits.flatMap((digit, at): [MistakeKind, bigint][] =>
      digit === 0n ? [] : [['PLACE_FORGOTTEN', sumOf(right, digits.with(at, 0n))]],
    ),
    ...(digits.includes(0n)
      ? [
          [
            'ZEROS_LEFT_OUT',
            sumOf(
              right,
              digits.filter((digit) => digit !== 0n),
            ),
          ] as [MistakeKind, bigint],
        ]
      : []),
    ...otherBases.map((other): [MistakeKind, bigint] => ['READ_IN_OTHER_BASE', sumOf((place) => other ** place)]),
  ];
}

function mistakesWithLetters(value: string, from: number, withSecondLetters: bigint): [MistakeKind, bigint][] {
  return [
    ['LETTER_AS_TWO_DIGITS', parseWhole(withoutLetters(value), from) as bigint],
    ['LETTER_AS_TWO_DIGITS', BigInt(withoutLetters(value))],
    ['LETTERS_OFF_BY_ONE', withSecondLetters],
  ];
}

function oneMoreThanLetter(digit: bigint): bigint {
  return digit > 9n ? digit + 1n : digit;
}
