import { type Message, message } from '../../../../../i18n/message.js';
import { bitsPerDigit, conversionSteps } from '../../bases/conversion-steps.js';
import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import type { RuleKey } from '../../sign-text.js';
import type { ExerciseRules, UsualMistake } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import type { BaseToBaseTask } from '../task.js';
import { withoutLetters } from './decimal-to-base.js';
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
    const { value, to } = task;
    const number = numberOf(task);
    const digits = formatWhole(number, to);
    const inBase = (radix: number): UsualMistake => ({
      mistake: mistake('WRONG_BASE', { base: to }),
      answer: formatWhole(number, radix),
    });
    return [
      { mistake: mistake('NOT_CONVERTED'), answer: value },
      { mistake: mistake('STOPPED_AT_DECIMAL'), answer: String(number) },
      ...(throughBits(task) ? mistakesWithGroups(task) : []),
      { mistake: mistake('LETTER_AS_NUMBER'), answer: withoutLetters(digits) },
      ...(throughBits(task)
        ? []
        : [{ mistake: mistake('REMAINDERS_DOWNWARDS'), answer: [...digits].reverse().join('') }]),
      ...[2, 8, 16].filter((radix) => radix !== to).map(inBase),
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

/** Returns the mistakes of omitting each digit's leading zeros, and of grouping the bits from the left. */
function mistakesWithGroups(task: BaseToBaseTask): UsualMistake[] {
  const { value, from, to } = task;
  const withoutZeros = [...value].map((digit) => Number.parseInt(digit, from).toString(2)).join('');
  const groups =
    numberOf(task)
      .toString(2)
      .match(new RegExp(`.{1,${bitsPerDigit(to)}}`, 'g')) ?? [];
  return [
    {
      mistake: mistake('GROUPED_FROM_LEFT'),
      answer: groups.map((group) => formatWhole(BigInt(`0b${group}`), to)).join(''),
    },
    { mistake: mistake('ZEROS_OF_GROUP_DROPPED'), answer: formatWhole(BigInt(`0b${withoutZeros}`), to) },
  ];
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
