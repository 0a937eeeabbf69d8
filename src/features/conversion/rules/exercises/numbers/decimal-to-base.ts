import { message } from '../../../../../i18n/message.js';
import { conversionSteps, formatEquation } from '../../bases/conversion-steps.js';
import { formatWhole } from '../../bases/whole-number.js';
import type { ExerciseRules, UsualMistake } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import type { DecimalToBaseTask } from '../task.js';
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

  usualMistakes({ value, to }) {
    const digits = formatWhole(BigInt(value), to);
    const other = (radix: number): UsualMistake => ({
      mistake: mistake('WRONG_BASE', { base: to }),
      answer: formatWhole(BigInt(value), radix),
    });
    return [
      { mistake: mistake('NOT_CONVERTED'), answer: value },
      { mistake: mistake('REMAINDERS_DOWNWARDS'), answer: [...digits].reverse().join('') },
      { mistake: mistake('LETTER_AS_NUMBER'), answer: withoutLetters(digits) },
      { mistake: mistake('STOPPED_EARLY'), answer: digits.slice(1) },
      ...[2, 8, 16].filter((radix) => radix !== to).map(other),
    ];
  },

  grade(task, answer) {
    const usualMistakes = decimalToBase.usualMistakes(task);
    return gradeWhole(answer, { radix: task.to, value: BigInt(task.value), usualMistakes });
  },
};

/** Replaces digits that are letters with their values: `1F` becomes `115`. */
export function withoutLetters(digits: string): string {
  return [...digits].map((digit) => Number.parseInt(digit, 36)).join('');
}
