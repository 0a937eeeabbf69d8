import { bitsPerDigit } from '../../bases/conversion-steps.js';
import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import type { BaseToBaseTask } from '../task.js';
import { reversed, withoutLetters } from './digit-text.js';
import { mistakesOfBase } from './division-mistakes.js';

/** Returns the mistakes of converting between powers of two through groups of bits, the likeliest first. */
export function mistakesWithGroups({ value, from, to }: BaseToBaseTask): UsualMistake[] {
  const number = parseWhole(value, from) as bigint;
  const size = bitsPerDigit(to) ?? 1;
  const bits = number.toString(2);
  const ofDigits = [...value].map((digit) => bitsOf(digit).padStart(bitsPerDigit(from) ?? 1, '0'));
  const fromLeft = (text: string) => text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
  const fromRight = fromLeft(bits.padStart(Math.ceil(bits.length / size) * size, '0'));
  const digitsOf = (groups: readonly string[]) => groups.map((group) => inBase(group, to)).join('');
  return [
    usual('GROUPED_FROM_LEFT', digitsOf(fromLeft(bits))),
    // With the zeros in front of the first digit's bits.
    usual('GROUPED_FROM_LEFT', digitsOf(fromLeft(ofDigits.join('')))),
    // With zeros after the last group.
    usual('GROUPED_FROM_LEFT', digitsOf(fromLeft(bits).map((group) => group.padEnd(size, '0')))),
    usual('ZEROS_OF_GROUP_DROPPED', inBase([...value].map(bitsOf).join(''), to)),
    ...[...value].map((digit, at) =>
      usual('ZEROS_OF_GROUP_DROPPED', inBase(ofDigits.with(at, bitsOf(digit)).join(''), to)),
    ),
    usual('LETTER_AS_NUMBER', withoutLetters(formatWhole(number, to))),
    ...mistakesOfBase(number, to),
    usual('PLACES_FROM_LEFT', digitsOf(fromRight.map(reversed))),
    usual('GROUPS_BACKWARDS', digitsOf(fromRight.toReversed())),
    ...(from === 2 ? [] : mistakesOfSize({ value, from, to })),
  ];
}

/** Returns the mistakes of giving each digit the bits that digits of another base have. */
function mistakesOfSize({ value, from, to }: Pick<BaseToBaseTask, 'value' | 'from' | 'to'>): UsualMistake[] {
  return [4, 8, 16].flatMap((radix) => {
    const number = parseWhole(value, radix);
    if (radix === from || typeof number !== 'bigint') return [];
    return [usual('GROUP_SIZE_WRONG', formatWhole(number, to), { base: from, bits: bitsPerDigit(from) ?? 1 })];
  });
}

function bitsOf(digit: string): string {
  return Number.parseInt(digit, 36).toString(2);
}

function inBase(bits: string, radix: number): string {
  return formatWhole(BigInt(`0b${bits}`), radix);
}
