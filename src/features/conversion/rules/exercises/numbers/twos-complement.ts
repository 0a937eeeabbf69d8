import { type Message, message } from '../../../../../i18n/message.js';
import type { RuleKey } from '../../sign-text.js';
import type { ExerciseRules, UsualMistake } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
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
  const magnitude = patternOf(computeMagnitude(numberOf(task)), bits);
  const copied = { mistake: mistake('NOT_CONVERTED'), answer: value };
  if (!value.startsWith('-'))
    return [copied, { mistake: mistake('POSITIVE_INVERTED'), answer: patternOf(-BigInt(value), bits) }];
  return [
    copied,
    { mistake: mistake('ONE_NOT_ADDED'), answer: inverted(magnitude) },
    { mistake: mistake('SIGN_KEPT'), answer: `1${magnitude.slice(1)}` },
    { mistake: mistake('NOT_INVERTED'), answer: magnitude },
  ];
}

function mistakesOfDecoding(task: TwosComplementTask): UsualMistake[] {
  const { bits, value } = task;
  const number = numberOf(task);
  const wrapped = String(BigInt(`0b${value}`) - 2n ** BigInt(bits));
  if (number >= 0n) return [{ mistake: mistake('POSITIVE_INVERTED'), answer: wrapped }];
  return [
    { mistake: mistake('READ_AS_UNSIGNED'), answer: String(BigInt(`0b${value}`)) },
    { mistake: mistake('SIGN_KEPT'), answer: String(-BigInt(`0b${value.slice(1)}`)) },
    { mistake: mistake('ONE_NOT_ADDED'), answer: String(number + 1n) },
    { mistake: mistake('SIGN_MISSING'), answer: String(-number) },
  ];
}

function mistakesOfNegating({ bits, value }: TwosComplementTask): UsualMistake[] {
  return [
    { mistake: mistake('NOT_CONVERTED'), answer: value },
    { mistake: mistake('ONE_NOT_ADDED'), answer: inverted(value) },
    { mistake: mistake('SIGN_KEPT'), answer: inverted(value.slice(0, 1)) + value.slice(1) },
    { mistake: mistake('NOT_INVERTED'), answer: patternOf(BigInt(`0b${value}`) + 1n, bits) },
  ];
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
