import { type Message, message } from '../../../../../i18n/message.js';
import { bitsPerDigit, conversionSteps } from '../../bases/conversion-steps.js';
import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import type { RuleKey } from '../../sign-text.js';
import { type ExerciseRules, type UsualMistake, usual } from '../exercise-rules.js';
import type { BaseToBaseTask } from '../task.js';
import { mistakesOfDivision } from './division-mistakes.js';
import { mistakesWithGroups } from './group-mistakes.js';
import { mistakesOfPlaces } from './place-mistakes.js';
import { gradeWhole } from './whole-answer.js';

const PAIRS = {
  1: [
    [2, 16],
    [16, 2],
    [2, 8],
    [8, 2],
  ],
  2: [
    [2, 16],
    [16, 2],
    [8, 16],
    [16, 8],
  ],
  3: [
    [8, 16],
    [16, 8],
    [4, 8],
    [16, 4],
    [5, 8],
    [3, 16],
  ],
} as const;

/** Exercises in converting digits of one base to another; between powers of two, via their bits. */
export const baseToBase: ExerciseRules<BaseToBaseTask> = {
  draw(random, level) {
    const [from, to] = random.oneOf<readonly [number, number]>(PAIRS[level]);
    const value = {
      1: () => random.between(16, 255),
      2: () => random.between(256, 4095),
      3: () => random.between(1000, 65535),
    }[level]();
    return { kind: 'BASE_TO_BASE', value: formatWhole(BigInt(value), from), from, to };
  },

  /** Alike in both directions: the answer of one is the question of the other. */
  likeness: (task) => `${[task.from, task.to].sort().join(' ')} ${numberOf(task)}`,

  question: ({ value, from, to }) => message('rules.exercise.baseToBase', { value, from, to }),

  hints: (task) => (throughBits(task) ? hintsThroughBits(task) : hintsThroughDecimal(task)),

  solution: (task) => formatWhole(numberOf(task), task.to),

  usualMistakes(task) {
    const number = numberOf(task);
    return [
      usual('NOT_CONVERTED', task.value),
      usual('STOPPED_AT_DECIMAL', String(number)),
      ...(throughBits(task) ? mistakesWithGroups(task) : mistakesThroughDecimal(task)),
    ];
  },

  grade(task, answer) {
    const usualMistakes = baseToBase.usualMistakes(task);
    return gradeWhole(answer, { radix: task.to, value: numberOf(task), usualMistakes });
  },
};

function numberOf({ value, from }: BaseToBaseTask): bigint {
  return parseWhole(value, from) as bigint;
}

function throughBits({ from, to }: BaseToBaseTask): boolean {
  return bitsPerDigit(from) !== undefined && bitsPerDigit(to) !== undefined;
}

function mistakesThroughDecimal(task: BaseToBaseTask): UsualMistake[] {
  const { value, from, to } = task;
  return [...mistakesOfDivision(numberOf(task), to), ...mistakesOfPlaces(value, from, to)];
}

function hintsThroughBits(task: BaseToBaseTask): Message<RuleKey>[] {
  const { from, to } = task;
  const { steps } = conversionSteps(numberOf(task), from, to);
  const bitsOf = (kind: 'DIGIT_TO_BITS' | 'BITS_TO_DIGIT') =>
    steps
      .flatMap((step) => (step.kind === kind ? [step.bits] : []))
      .reverse()
      .join(' ');
  const [split, group] = [bitsPerDigit(from) ?? 1, bitsPerDigit(to) ?? 1];
  return [
    ...(from === 2
      ? []
      : [
          message('rules.exercise.hint.digitToBits', { from, bits: split }),
          message('rules.exercise.hint.digitsAsBits', { bits: bitsOf('DIGIT_TO_BITS') }),
        ]),
    ...(to === 2
      ? [message('rules.exercise.hint.joinBits', {})]
      : [
          message('rules.exercise.hint.groupBits', { to, bits: group }),
          message('rules.exercise.hint.groups', { groups: bitsOf('BITS_TO_DIGIT') }),
        ]),
  ];
}

function hintsThroughDecimal(task: BaseToBaseTask): Message<RuleKey>[] {
  const { from, to } = task;
  const number = numberOf(task);
  const remainders = conversionSteps(number, 10, to).steps.flatMap((step) =>
    step.kind === 'DIVISION' ? [step.remainder] : [],
  );
  return [
    message('rules.exercise.hint.throughDecimal', { from, to }),
    message('rules.exercise.hint.inDecimal', { value: String(number) }),
    message('rules.exercise.hint.remainders', { remainders: remainders.join(', ') }),
  ];
}
