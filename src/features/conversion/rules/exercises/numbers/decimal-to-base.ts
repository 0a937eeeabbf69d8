import { message } from '../../../../../i18n/message.js';
import { conversionSteps, formatEquation } from '../../bases/conversion-steps.js';
import { formatWhole } from '../../bases/whole-number.js';
import { type ExerciseRules, usual } from '../exercise-rules.js';
import type { DecimalToBaseTask } from '../task.js';
import { mistakesOfDivision } from './division-mistakes.js';
import { gradeWhole } from './whole-answer.js';

/** Exercises in converting a decimal whole number to another base. */
export const decimalToBase: ExerciseRules<DecimalToBaseTask> = {
  draw(random, level) {
    const to = level === 1 ? 2 : random.oneOf(level === 2 ? [2, 8, 16] : [2, 8, 16, 3, 5, 7, 12]);
    const [minimum, maximum] = { 1: [5, 63], 2: [64, to === 2 ? 255 : 1023], 3: [256, to < 8 ? 999 : 9999] }[level];
    return { kind: 'DECIMAL_TO_BASE', value: String(random.between(minimum as number, maximum as number)), to };
  },

  question: ({ value, to }) => message('rules.exercise.decimalToBase', { value, to }),

  hints({ value, to }) {
    const { steps } = conversionSteps(BigInt(value), 10, to);
    const remainders = steps.map((step) => (step.kind === 'DIVISION' ? step.remainder : ''));
    const [first] = steps;
    return [
      message('rules.exercise.hint.divide', { to }),
      message('rules.exercise.hint.firstDivision', { equation: first ? formatEquation(first) : '' }),
      ...(remainders.some((remainder) => Number(remainder) > 9) ? [message('rules.exercise.hint.letters', {})] : []),
      message('rules.exercise.hint.remainders', { remainders: remainders.join(', ') }),
    ];
  },

  solution: ({ value, to }) => formatWhole(BigInt(value), to),

  usualMistakes: ({ value, to }) => [
    usual('NOT_CONVERTED', value),
    ...mistakesOfDivision(BigInt(value), to),
    usual('DIGITS_SEPARATELY', separately(value, to)),
    ...(to === 2 ? [usual('DIGITS_SEPARATELY', separately(value, to, BITS_OF_DECIMAL_DIGIT))] : []),
  ],

  grade(task, answer) {
    const usualMistakes = decimalToBase.usualMistakes(task);
    return gradeWhole(answer, { radix: task.to, value: BigInt(task.value), usualMistakes });
  },
};

/** Bits of each digit in binary-coded decimal. */
const BITS_OF_DECIMAL_DIGIT = 4;

/** Writes each digit of a decimal in a base, one after the other. */
function separately(value: string, to: number, width = 1): string {
  return [...value].map((digit) => formatWhole(BigInt(digit), to).padStart(width, '0')).join('');
}
