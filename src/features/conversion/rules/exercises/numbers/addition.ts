import { message } from '../../../../../i18n/message.js';
import type { ArithmeticColumn } from '../../arithmetic/arithmetic-calculation.js';
import { binaryArithmetic } from '../../arithmetic/binary-arithmetic.js';
import { type ExerciseRules, usual } from '../exercise-rules.js';
import type { AdditionTask } from '../task.js';
import { patternOf } from './bit-pattern.js';
import { mistakesOfAdding } from './column-mistakes.js';
import { gradeWhole } from './whole-answer.js';

/** Exercises in adding two binary numbers. The answer must have every bit of the sum. */
export const addition: ExerciseRules<AdditionTask> = {
  draw(random, level) {
    const { bits, carries } = { 1: { bits: 4, carries: 1 }, 2: { bits: 8, carries: 2 }, 3: { bits: 12, carries: 4 } }[
      level
    ];
    const drawPattern = () => patternOf(BigInt(random.between(1, 2 ** bits - 1)), bits);
    for (;;) {
      const task: AdditionTask = { kind: 'ADDITION', bits, value1: drawPattern(), value2: drawPattern() };
      // Additions without carries teach little.
      if (listColumns(task).filter(({ carryIn }) => carryIn === 1).length >= carries) return task;
    }
  },

  /** Alike with the numbers exchanged. */
  likeness: ({ value1, value2 }) => [value1, value2].sort().join(' '),

  question: ({ value1, value2 }) => message('rules.exercise.addition', { value1, value2 }),

  hints(task) {
    const columns = listColumns(task);
    const { bit1, bit2 } = columns.at(-1) as ArithmeticColumn;
    const sum = (Number(bit1) + Number(bit2)).toString(2);
    return [
      'rules.exercise.hint.addBits',
      message('rules.exercise.hint.firstColumn', { column: `${bit1} + ${bit2} = ${sum}` }),
      message('rules.exercise.hint.carries', { carries: columns.map(({ carryIn }) => carryIn).join('') }),
    ];
  },

  solution: (task) => sumOf(task).toString(2),

  usualMistakes(task) {
    const { bits } = task;
    const sum = sumOf(task);
    // With a zero in front, so that there is a column for the last carry.
    const [value1, value2] = [`0${task.value1}`, `0${task.value2}`];
    const columnSums = listColumns(task).map(({ bit1, bit2 }) => (Number(bit1) + Number(bit2)).toString(2));
    return [
      usual('ANSWERED_IN_DECIMAL', String(sum)),
      ...(sum < 2n ** BigInt(bits) ? [] : [usual('LAST_CARRY_FORGOTTEN', (sum - 2n ** BigInt(bits)).toString(2))]),
      ...mistakesOfAdding({ value1, value2 }),
      usual('CARRY_WRITTEN_DOWN', columnSums.join('')),
    ];
  },

  grade(task, answer) {
    return gradeWhole(answer, { radix: 2, value: sumOf(task), usualMistakes: addition.usualMistakes(task) });
  },
};

function numbersOf({ value1, value2 }: AdditionTask): [bigint, bigint] {
  return [BigInt(`0b${value1}`), BigInt(`0b${value2}`)];
}

function sumOf(task: AdditionTask): bigint {
  const [number1, number2] = numbersOf(task);
  return number1 + number2;
}

/**
 * Returns the columns of the addition, leftmost first. There is one more than the numbers have bits, for the last
 * carry.
 */
function listColumns(task: AdditionTask): readonly ArithmeticColumn[] {
  const [number1, number2] = numbersOf(task);
  return binaryArithmetic({ operation: 'ADD', width: 16, number1, number2 }).columns.slice(-task.bits - 1);
}
