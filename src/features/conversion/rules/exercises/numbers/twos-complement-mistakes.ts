import { absolute } from '../../fractions/rational.js';
import { type UsualMistake, usual } from '../exercise-rules.js';
import type { TwosComplementTask } from '../task.js';
import { inverted, patternOf } from './bit-pattern.js';

/** Returns the mistakes of finding a pattern, a number or the opposite of a pattern, the likeliest first. */
export function mistakesOfTwosComplement(task: TwosComplementTask): UsualMistake[] {
  if (task.direction === 'ENCODE') return mistakesOfEncoding(task);
  return task.direction === 'DECODE' ? mistakesOfDecoding(task) : mistakesOfNegating(task);
}

function mistakesOfEncoding({ bits, value }: TwosComplementTask): UsualMistake[] {
  const number = BigInt(value);
  const magnitude = patternOf(absolute(number), bits);
  const copied = usual('NOT_CONVERTED', value);
  if (number >= 0n) {
    return [
      copied,
      usual('POSITIVE_INVERTED', patternOf(-number, bits)),
      usual('POSITIVE_INVERTED', inverted(magnitude)),
    ];
  }
  const short = inverted((-number).toString(2));
  return [
    copied,
    usual('ONE_NOT_ADDED', inverted(magnitude)),
    usual('SIGN_KEPT', `1${magnitude.slice(1)}`),
    usual('NOT_INVERTED', magnitude),
    ...mistakesOfOpposite(magnitude),
    usual('PADDED_TOO_LATE', patternOf(BigInt(`0b${short}`) + 1n, bits)),
  ];
}

function mistakesOfDecoding({ bits, value }: TwosComplementTask): UsualMistake[] {
  const unsigned = BigInt(`0b${value}`);
  const minus = (pattern: string) => String(-BigInt(`0b${pattern}`));
  if (value.startsWith('0')) return [usual('POSITIVE_INVERTED', String(unsigned - 2n ** BigInt(bits)))];
  return [
    usual('READ_AS_UNSIGNED', String(unsigned)),
    usual('SIGN_KEPT', minus(value.slice(1))),
    usual('ONE_NOT_ADDED', minus(inverted(value))),
    usual('SIGN_MISSING', String(2n ** BigInt(bits) - unsigned)),
    usual('NOT_INVERTED', minus(value)),
    usual('CARRY_FORGOTTEN', minus(withLastInverted(inverted(value)))),
    usual('ONE_ADDED_FIRST', minus(inverted(patternOf(unsigned + 1n, bits)))),
  ];
}

function mistakesOfNegating({ bits, value }: TwosComplementTask): UsualMistake[] {
  return [
    usual('NOT_CONVERTED', value),
    usual('ONE_NOT_ADDED', inverted(value)),
    usual('SIGN_KEPT', inverted(value.slice(0, 1)) + value.slice(1)),
    usual('NOT_INVERTED', patternOf(BigInt(`0b${value}`) + 1n, bits)),
    ...mistakesOfOpposite(value),
  ];
}

/** Returns the mistakes of finding the bits of the opposite number that the first bit or adding 1 leads to. */
function mistakesOfOpposite(pattern: string): UsualMistake[] {
  const bits = pattern.length;
  const number = BigInt(`0b${pattern}`);
  return [
    usual('SIGN_BIT_NOT_INVERTED', pattern.slice(0, 1) + patternOf(-number, bits).slice(1)),
    usual('CARRY_FORGOTTEN', withLastInverted(inverted(pattern))),
    usual('ONE_ADDED_FIRST', inverted(patternOf(number + 1n, bits))),
  ];
}

/** Adds 1 to the last bit alone. */
function withLastInverted(pattern: string): string {
  return pattern.slice(0, -1) + inverted(pattern.slice(-1));
}
