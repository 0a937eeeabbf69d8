import { type UsualMistake, usual } from '../exercise-rules.js';
import type { MistakeKind } from '../mistake.js';
import { patternOf } from './bit-pattern.js';

/** Two patterns with equally many bits. */
interface Patterns {
  readonly value1: string;
  readonly value2: string;
}

/** Returns the mistakes of adding column by column, the likeliest first. Answers have as many bits as are given. */
export function mistakesOfAdding({ value1, value2 }: Patterns): UsualMistake[] {
  const sums = [...value1].map((bit, at) => Number(bit) + Number(value2[at]));
  const [number1, number2] = [BigInt(`0b${value1}`), BigInt(`0b${value2}`)];
  const sum = number1 + number2;
  return [
    usual('CARRY_FORGOTTEN', sums.map((ones) => ones % 2).join('')),
    usual('ADDED_AS_OR', sums.map((ones) => Math.min(ones, 1)).join('')),
    usual('ADDED_AS_DECIMAL', sums.join('')),
    ...weightsOf(number1 ^ number2 ^ sum, value1.length).map((carry) =>
      usual('ONE_CARRY_FORGOTTEN', patternOf(sum - carry, value1.length)),
    ),
  ];
}

/** Returns the mistakes of subtracting through the opposite number or column by column, the likeliest first. */
export function mistakesOfSubtracting({ value1, value2 }: Patterns): UsualMistake[] {
  const [number1, number2] = [BigInt(`0b${value1}`), BigInt(`0b${value2}`)];
  const difference = number1 - number2;
  const known = (kind: MistakeKind, number: bigint) => usual(kind, patternOf(number, value1.length));
  return [
    known('ONE_NOT_ADDED', difference - 1n),
    known('ADDED_INSTEAD', number1 + number2),
    known('SUBTRACTED_BACKWARDS', -difference),
    known('BORROW_FORGOTTEN', number1 ^ number2),
    ...weightsOf(number1 ^ number2 ^ difference, value1.length).map((borrow) =>
      known('ONE_BORROW_FORGOTTEN', difference + borrow),
    ),
  ];
}

/** Returns the place values of the bits that are 1, lowest first. */
function weightsOf(carries: bigint, bits: number): bigint[] {
  return Array.from({ length: bits }, (_, position) => 1n << BigInt(position)).filter(
    (weight) => (carries & weight) !== 0n,
  );
}
