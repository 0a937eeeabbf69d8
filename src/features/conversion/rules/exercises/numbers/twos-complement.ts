import { type Message, message } from '../../../../../i18n/message.js';
import type { RuleKey } from '../../sign-text.js';
import { type ExerciseRules, type UsualMistake, usual } from '../exercise-rules.js';
import type { TwosComplementTask } from '../task.js';
import { gradePattern, inverted } from './pattern-answer.js';
import { gradeWhole } from './whole-answer.js';

/** Exercises in converting between numbers and their patterns in two's complement. */
export const twosComplement: ExerciseRules<TwosComplementTask> = {
  draw(random, level) {
    const bits = { 1: () => random.between(4, 6), 2: () => 8, 3: () => random.oneOf([8, 10, 12, 16]) }[level]();
    const direction = random.oneOf<TwosComplementTask['direction']>(
      level === 3 ? ['ENCODE', 'DECODE', 'NEGATE'] : ['ENCODE', 'DECODE'],
    );
    const magnitude = random.between(1, 2 ** (bits - 1) - 1);
    const number = BigInt(random.chance(3, 4) ? -magnitude : magnitude);
    const value = direction === 'ENCODE' ? String(number) : patternOf(number, bits);
    return { kind: 'TWOS_COMPLEMENT', direction, bits, value };
  },

  /** Alike in both directions: the answer of one is the question of the other. */
  likeness(task) {
    const number = numberOf(task);
    return `${task.bits} ${task.direction === 'NEGATE' ? `opposite of ${number}` : number}`;
  },

  question({ direction, bits, value }) {
    if (direction === 'ENCODE') return message('rules.exercise.encodeTwosComplement', { value, bits });
    if (direction === 'DECODE') return message('rules.exercise.decodeTwosComplement', { value, bits });
    return message('rules.exercise.negateTwosComplement', { value, bits });
  },

  hints(task) {
    if (task.direction === 'ENCODE') return hintsOfEncoding(task);
    return task.direction === 'DECODE' ? hintsOfDecoding(task) : hintsOfNegating(task);
  },

  solution(task) {
    const number = numberOf(task);
    if (task.direction === 'DECODE') return String(number);
    return patternOf(task.direction === 'ENCODE' ? number : -number, task.bits);
  },

  usualMistakes(task) {
    if (task.direction === 'ENCODE') return mistakesOfEncoding(task);
    return task.direction === 'DECODE' ? mistakesOfDecoding(task) : mistakesOfNegating(task);
  },

  grade(task, answer) {
    const usualMistakes = twosComplement.usualMistakes(task);
    if (task.direction === 'DECODE') return gradeWhole(answer, { radix: 10, value: numberOf(task), usualMistakes });
    return gradePattern(answer, { pattern: twosComplement.solution(task), usualMistakes });
  },
};

/** Returns the given number, which the task states either directly or as a pattern. */
function numberOf({ direction, bits, value }: TwosComplementTask): bigint {
  return direction === 'ENCODE' ? BigInt(value) : BigInt.asIntN(bits, BigInt(`0b${value}`));
}

function patternOf(number: bigint, bits: number): string {
  return BigInt.asUintN(bits, number).toString(2).padStart(bits, '0');
}

function computeMagnitude(number: bigint): bigint {
  return number < 0n ? -number : number;
}

function mistakesOfEncoding(task: TwosComplementTask): UsualMistake[] {
  const { bits, value } = task;
  const number = numberOf(task);
  const magnitude = patternOf(computeMagnitude(number), bits);
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

function mistakesOfDecoding(task: TwosComplementTask): UsualMistake[] {
  const { bits, value } = task;
  const number = numberOf(task);
  const unsigned = BigInt(`0b${value}`);
  const minus = (pattern: string) => String(-BigInt(`0b${pattern}`));
  if (number >= 0n) return [usual('POSITIVE_INVERTED', String(unsigned - 2n ** BigInt(bits)))];
  return [
    usual('READ_AS_UNSIGNED', String(unsigned)),
    usual('SIGN_KEPT', minus(value.slice(1))),
    usual('ONE_NOT_ADDED', minus(inverted(value))),
    usual('SIGN_MISSING', String(-number)),
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

function hintsOfEncoding(task: TwosComplementTask): Message<RuleKey>[] {
  const { bits, value } = task;
  const number = numberOf(task);
  const magnitude = computeMagnitude(number);
  if (number >= 0n) {
    return [
      message('rules.exercise.hint.positivePattern', { bits }),
      message('rules.exercise.hint.inBinary', { value, pattern: magnitude.toString(2) }),
    ];
  }
  const pattern = patternOf(magnitude, bits);
  return [
    message('rules.exercise.hint.negativePattern', { bits }),
    message('rules.exercise.hint.inBinary', { value: String(magnitude), pattern }),
    message('rules.exercise.hint.addOne', { pattern: inverted(pattern) }),
  ];
}

function hintsOfDecoding(task: TwosComplementTask): Message<RuleKey>[] {
  const { bits, value } = task;
  const number = numberOf(task);
  if (number >= 0n) {
    const places = [...value].flatMap((bit, index) => (bit === '1' ? [2 ** (bits - 1 - index)] : []));
    return ['rules.exercise.hint.positiveRead', message('rules.exercise.hint.products', { sum: places.join(' + ') })];
  }
  return [
    'rules.exercise.hint.negativeRead',
    message('rules.exercise.hint.addOne', { pattern: inverted(value) }),
    message('rules.exercise.hint.magnitude', { pattern: patternOf(-number, bits) }),
  ];
}

function hintsOfNegating({ value }: TwosComplementTask): Message<RuleKey>[] {
  return ['rules.exercise.hint.invertAndAdd', message('rules.exercise.hint.addOne', { pattern: inverted(value) })];
}
