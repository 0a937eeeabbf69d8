import { message } from '../../../../../i18n/message.js';
import { type ConvertedFraction, convertFraction } from '../../fractions/convert-fraction.js';
import { type Fraction, type FractionProblem, fractionText, parseFraction } from '../../fractions/parse-fraction.js';
import type { Rational } from '../../fractions/rational.js';
import { isUnreadable } from '../../unreadable.js';
import { CORRECT, type ExerciseRules, type Grade, unreadable, usual, wrong } from '../exercise-rules.js';
import { mistake } from '../mistake.js';
import type { SeededRandom } from '../seeded-random.js';
import type { ExerciseLevel, FractionTask } from '../task.js';
import { compact, withoutSubscript } from './answer-text.js';
import { differsInOneDigit } from './digit-text.js';
import { hintsOfFraction } from './fraction-hints.js';
import { mistakesOfFraction } from './fraction-mistakes.js';
import { withPoint } from './number-text.js';

/** Exercises in converting numbers with a fractional part from decimal and to decimal, exactly. */
export const fraction: ExerciseRules<FractionTask> = {
  draw(random, level) {
    const base = level === 1 ? 2 : random.oneOf([2, 8, 16]);
    const decimal = drawDecimal(random, level);
    const isToBase = random.chance(1, 2);
    return isToBase
      ? { kind: 'FRACTION', value: decimal, from: 10, to: base }
      : { kind: 'FRACTION', value: converted({ value: decimal, from: 10, to: base }).result, from: base, to: 10 };
  },

  /** Alike in both directions: the answer of one is the question of the other. */
  likeness({ value, from, to }) {
    const { numerator, denominator } = valueIn(value, from);
    return `${from === 10 ? to : from} ${numerator}/${denominator}`;
  },

  question(task) {
    const { value, from, to } = task;
    const number = withPoint(value);
    if (from === 10 && converted(task).terminates) {
      return message('rules.exercise.fractionToBase', { value: number, to });
    }
    if (from === 10) {
      return message('rules.exercise.fractionToPeriod', { value: number, to, example: withPoint('0.1(01)') });
    }
    const key = value.includes('(') ? 'rules.exercise.fractionFromPeriod' : 'rules.exercise.fractionToDecimal';
    return message(key, { value: number, from });
  },

  hints: (task) => hintsOfFraction(converted(task)),

  solution: (task) => converted(task).result,

  usualMistakes(task) {
    const right = valueIn(converted(task).result, task.to);
    const candidates = [usual('NOT_CONVERTED', task.value), ...mistakesOfFraction(converted(task))];
    return candidates.filter(({ answer }) => !isEqual(parseFraction(answer, task.to), right));
  },

  grade(task, answer) {
    const text = plainAnswer(answer, task.to);
    const given = parseFraction(text, task.to);
    if (isEqual(given, valueIn(converted(task).result, task.to))) return CORRECT;
    const known = fraction
      .usualMistakes(task)
      .find((candidate) =>
        isUnreadable<FractionProblem>(given)
          ? candidate.answer === text
          : isEqual(parseFraction(candidate.answer, task.to), given.value),
      );
    if (known) return wrong(known.mistake);
    return isUnreadable<FractionProblem>(given) ? gradeUnread(given.problem) : gradeDigits(task, given);
  },
};

/** Draws a decimal with a short expansion in binary or, at the last level, with one that repeats. */
function drawDecimal(random: SeededRandom, level: ExerciseLevel): string {
  if (level === 3) return `${random.between(0, 15)}.${random.oneOf([1, 2, 3, 4, 6, 7, 8, 9])}`;
  const parts = level === 1 ? 8 : 64;
  const whole = random.between(0, level === 1 ? 15 : 63);
  return String(whole + random.between(1, parts - 1) / parts);
}

function converted({ value, from, to }: Pick<FractionTask, 'value' | 'from' | 'to'>): ConvertedFraction {
  const result = convertFraction(value, from, to);
  if (isUnreadable<FractionProblem>(result)) throw new Error(`An exercise has a number that cannot be read: ${value}`);
  return result;
}

function valueIn(text: string, radix: number): Rational {
  const parsed = parseFraction(text, radix);
  if (isUnreadable<FractionProblem>(parsed)) throw new Error(`An exercise has a number that cannot be read: ${text}`);
  return parsed.value;
}

function isEqual(parsed: ReturnType<typeof parseFraction>, { numerator, denominator }: Rational): boolean {
  if (isUnreadable<FractionProblem>(parsed)) return false;
  return parsed.value.numerator === numerator && parsed.value.denominator === denominator;
}

/** Strips everything that only aids reading, the subscript of the base, and an ellipsis at the end. */
function plainAnswer(answer: string, radix: number): string {
  return withoutSubscript(compact(answer), radix)
    .replace(/(?:…|\.\.\.)$/, '')
    .replace(',', '.')
    .toUpperCase();
}

function gradeUnread(problem: FractionProblem): Grade {
  if (problem.kind !== 'wrongDigit' || !/[\dA-Z]/i.test(problem.character)) {
    return unreadable('rules.exercise.noFraction');
  }
  return wrong(mistake('DIGIT_NOT_OF_BASE', { digit: problem.character, base: problem.radix }));
}

/** Names what is wrong with digits that no usual mistake leads to. */
function gradeDigits(task: FractionTask, given: Fraction): Grade {
  const { whole, fixed, period, value } = given;
  const right = converted(task);
  if (whole === right.whole && value.numerator >= 0n && isStartOf(right, fixed + period)) {
    if (period !== '') return wrong(right.terminates ? null : mistake('PERIOD_MISPLACED'));
    return wrong(mistake(right.terminates ? 'FRACTION_CUT_SHORT' : 'PERIOD_MISSING'));
  }
  return wrong(differsInOneDigit(fractionText(given), right.result) ? mistake('ONE_DIGIT_WRONG') : null);
}

/** Whether these are the first digits after the point, of which there is at least one. */
function isStartOf({ terminates, digits, periodStart }: ConvertedFraction, given: string): boolean {
  const repeating = terminates ? '' : digits.slice(periodStart ?? 0).repeat(given.length);
  return given !== '' && (digits + repeating).startsWith(given);
}
