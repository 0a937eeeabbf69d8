import { message } from '../../../../../i18n/message.js';
import { conversionSteps } from '../../bases/conversion-steps.js';
import { formatWhole, parseWhole } from '../../bases/whole-number.js';
import { type ExerciseRules, usual } from '../exercise-rules.js';
import type { BaseToDecimalTask } from '../task.js';
import { mistakesOfPlaces } from './place-mistakes.js';
import { gradeWhole } from './whole-answer.js';

/** Exercises in converting digits of a base to decimal. */
export const baseToDecimal: ExerciseRules<BaseToDecimalTask> = {
  draw(random, level) {
    const from = level === 1 ? 2 : random.oneOf(level === 2 ? [2, 8, 16] : [2, 8, 16, 3, 5, 7, 12]);
    const [minimum, maximum] = { 1: [5, 63], 2: [64, from === 2 ? 255 : 1023], 3: [256, from < 8 ? 999 : 9999] }[level];
    const value = BigInt(random.between(minimum as number, maximum as number));
    return { kind: 'BASE_TO_DECIMAL', value: formatWhole(value, from), from };
  },

  question: ({ value, from }) => message('rules.exercise.baseToDecimal', { value, from }),

  hints(task) {
    const terms = termsOf(task);
    const letters = /[A-Z]/.test(task.value) ? [message('rules.exercise.hint.letterValues', {})] : [];
    return [
      message('rules.exercise.hint.placeValues', { from: task.from }),
      ...letters,
      message('rules.exercise.hint.weights', { weights: terms.map(({ place }) => String(place)).join(', ') }),
      message('rules.exercise.hint.products', {
        sum: terms.map(({ digit, place }) => `${digit} × ${place}`).join(' + '),
      }),
    ];
  },

  solution: (task) => String(numberOf(task)),

  usualMistakes: ({ value, from }) => [usual('NOT_CONVERTED', value), ...mistakesOfPlaces(value, from, 10)],

  grade(task, answer) {
    const usualMistakes = baseToDecimal.usualMistakes(task);
    return gradeWhole(answer, { radix: 10, value: numberOf(task), usualMistakes });
  },
};

function numberOf({ value, from }: BaseToDecimalTask): bigint {
  return parseWhole(value, from) as bigint;
}

/** Returns the digits, leftmost first, with their place values. */
function termsOf(task: BaseToDecimalTask): { digit: bigint; place: bigint }[] {
  const { steps } = conversionSteps(numberOf(task), task.from, 10);
  return steps
    .flatMap((step) =>
      step.kind === 'PLACE_VALUE' ? [{ digit: BigInt(step.digitValue), place: BigInt(step.placeValue) }] : [],
    )
    .reverse();
}
