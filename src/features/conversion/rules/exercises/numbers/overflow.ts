import { message } from '../../../../../i18n/message.js';
import type { ArithmeticResult } from '../../arithmetic/arithmetic-calculation.js';
import { binaryArithmetic } from '../../arithmetic/binary-arithmetic.js';
import { type ExerciseRules, type UsualMistake, unreadable, usual, wrong } from '../exercise-rules.js';
import { type Mistake, mistake } from '../mistake.js';
import type { OverflowTask } from '../task.js';
import { patternOf } from './bit-pattern.js';
import { mistakesOfAdding, mistakesOfSubtracting } from './column-mistakes.js';
import { gradePattern } from './pattern-answer.js';

/** Exercises on a sum or difference in a register: its bits, and whether they are the right result. */
export const overflow: ExerciseRules<OverflowTask> = {
  draw(random, level) {
    const bits = level === 3 ? random.oneOf<8 | 16>([8, 16]) : 8;
    const signed = level === 2 || (level === 3 && random.chance(2, 3));
    const operation = level === 3 ? random.oneOf<OverflowTask['operation']>(['ADD', 'SUBTRACT']) : 'ADD';
    const drawPattern = () => patternOf(BigInt(random.between(1, 2 ** bits - 1)), bits);
    return { kind: 'OVERFLOW', operation, signed, bits, value1: drawPattern(), value2: drawPattern() };
  },

  /** Alike with the numbers of a sum exchanged. */
  likeness({ operation, signed, bits, value1, value2 }) {
    const numbers = operation === 'ADD' ? [value1, value2].sort() : [value1, value2];
    return [operation, signed, bits, ...numbers].join(' ');
  },

  question(task) {
    const { operation, signed, bits, value1, value2 } = task;
    const calculation = `${value1} ${operation === 'ADD' ? '+' : '−'} ${value2}`;
    const key = signed ? 'rules.exercise.overflowSigned' : 'rules.exercise.overflowUnsigned';
    return message(key, { calculation, bits });
  },

  hints(task) {
    const { result, exactSigned, exactUnsigned } = calculated(task);
    const { bits, signed, operation } = task;
    const [minimum, maximum] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
    return [
      operation === 'ADD' ? 'rules.exercise.hint.addInRegister' : 'rules.exercise.hint.subtractInRegister',
      message('rules.exercise.hint.range', { bits, minimum: String(minimum), maximum: String(maximum) }),
      message('rules.exercise.hint.registerBits', { pattern: result.bits }),
      message('rules.exercise.hint.exactResult', { exact: signed ? exactSigned : exactUnsigned }),
    ];
  },

  solution: (task) => answerOf(task, calculated(task).result.bits, overflows(task)),

  usualMistakes(task) {
    const { bits } = calculated(task).result;
    const right = overflows(task);
    return [
      { mistake: flagMistake(task), answer: answerOf(task, bits, !right) },
      ...bitMistakes(task).map(({ mistake, answer }) => ({ mistake, answer: answerOf(task, answer, right) })),
    ];
  },

  grade(task, answer) {
    const read = readAnswer(answer);
    if (!read || (read.flag !== undefined && read.flag !== flagOf(task))) {
      return unreadable(message('rules.exercise.noFlag', { flag: flagOf(task) }));
    }
    const grade = gradePattern(read.bits, { pattern: calculated(task).result.bits, usualMistakes: bitMistakes(task) });
    return grade.isCorrect && read.isSet !== overflows(task) ? wrong(flagMistake(task)) : grade;
  },
};

function calculated({ operation, bits, value1, value2 }: OverflowTask): ArithmeticResult {
  return binaryArithmetic({ operation, width: bits, number1: BigInt(`0b${value1}`), number2: BigInt(`0b${value2}`) });
}

function overflows(task: OverflowTask): boolean {
  const { flags } = calculated(task);
  return task.signed ? flags.overflow : flags.carry;
}

/** Returns the overflow flag by its processor name: C for unsigned numbers, V for signed ones. */
function flagOf({ signed }: OverflowTask): string {
  return signed ? 'V' : 'C';
}

function answerOf(task: OverflowTask, bits: string, isSet: boolean): string {
  return `${bits} ${flagOf(task)}=${isSet ? 1 : 0}`;
}

/** Returns the misconception behind correct bits with a wrong flag. */
function flagMistake(task: OverflowTask): Mistake {
  const { carry, overflow } = calculated(task).flags;
  if (task.signed && overflow) return mistake(carry ? 'OVERFLOW_MISSED' : 'OVERFLOW_WITHOUT_CARRY');
  if (task.signed) return mistake(carry ? 'CARRY_IS_NOT_OVERFLOW' : 'OVERFLOW_WHERE_NONE');
  if (carry) return mistake('OVERFLOW_MISSED');
  if (task.operation === 'SUBTRACT') return mistake('CARRY_OF_COMPLEMENT');
  return mistake(overflow ? 'FIRST_BIT_NO_SIGN' : 'OVERFLOW_WHERE_NONE');
}

/** Returns wrong bits with their causes, regardless of the flag. */
function bitMistakes(task: OverflowTask): UsualMistake[] {
  const { signed, operation } = task;
  const { result, flags, exactSigned, exactUnsigned } = calculated(task);
  // A difference is a sum with the opposite number, which has a carry where the difference has no borrow.
  const carries = operation === 'ADD' ? flags.carry : !flags.carry;
  const candidates = [
    ...(carries ? [usual('CARRY_KEPT', `1${result.bits}`)] : []),
    ...(operation === 'ADD' ? mistakesOfAdding(task) : mistakesOfSubtracting(task)),
    usual('ANSWERED_IN_DECIMAL', signed ? exactSigned : exactUnsigned),
  ];
  return candidates.filter(({ answer }) => answer !== result.bits);
}

interface ReadAnswer {
  readonly bits: string;
  /** Name of the flag; undefined if the answer used a word instead. */
  readonly flag: string | undefined;
  readonly isSet: boolean;
}

/** Parses the bits and the overflow, which is given by the flag's name or as yes or no in any supported language. */
function readAnswer(answer: string): ReadAnswer | undefined {
  const { bits, flag, value, word } = ANSWER.exec(answer.normalize('NFC'))?.groups ?? {};
  if (bits === undefined) return undefined;
  if (flag !== undefined) return { bits, flag: flag.toUpperCase(), isSet: value === '1' };
  const lower = (word ?? '').toLowerCase();
  if (!YES.has(lower) && !NO.has(lower)) return undefined;
  return { bits, flag: undefined, isSet: YES.has(lower) };
}

const ANSWER = /^(?<bits>\s*[-−–]?[\d\s_|b]+?)[\s,;:]*(?:(?<flag>[cv])\s*=?\s*(?<value>[01])|(?<word>\p{L}+))\s*$/iu;
const YES = new Set(['sim', 's', 'yes', 'y', 'sí', 'si']);
const NO = new Set(['não', 'nao', 'n', 'no']);
