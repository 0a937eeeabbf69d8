import { type Message, message } from '../../../../../i18n/message.js';
import { absolute } from '../../fractions/rational.js';
import type { RuleKey } from '../../sign-text.js';
import type { ExerciseRules } from '../exercise-rules.js';
import type { TwosComplementTask } from '../task.js';
import { inverted, patternOf } from './bit-pattern.js';
import { gradePattern } from './pattern-answer.js';
import { mistakesOfTwosComplement } from './twos-complement-mistakes.js';
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

  usualMistakes: mistakesOfTwosComplement,

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

function hintsOfEncoding(task: TwosComplementTask): Message<RuleKey>[] {
  const { bits, value } = task;
  const number = numberOf(task);
  const magnitude = absolute(number);
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
