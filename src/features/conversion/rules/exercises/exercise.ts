import type { Message } from '../../../../i18n/message.js';
import { message } from '../../../../i18n/message.js';
import type { Notation } from '../logic/notation.js';
import type { RuleKey } from '../sign-text.js';
import { type ExerciseRules, type Grade, unreadable } from './exercise-rules.js';
import { expressionText } from './logic/expression-column.js';
import { implication } from './logic/implication.js';
import { minimiseColumn } from './logic/minimise-column.js';
import { truthTableColumn } from './logic/truth-table-column.js';
import { addition } from './numbers/addition.js';
import { baseToBase } from './numbers/base-to-base.js';
import { baseToDecimal } from './numbers/base-to-decimal.js';
import { decimalToBase } from './numbers/decimal-to-base.js';
import { floatingPoint } from './numbers/floating-point.js';
import { fraction } from './numbers/fraction.js';
import { overflow } from './numbers/overflow.js';
import { twosComplement } from './numbers/twos-complement.js';
import { seededRandom } from './seeded-random.js';
import { EXERCISES_OF_SHEET, FIRST_SHEET_VERSION, type SheetVersion } from './sheet.js';
import type { ExerciseKind, ExerciseLevel, Task } from './task.js';

/** Maximum length of a seed, in characters. */
export const SEED_MAX_LENGTH = 64;

/** Maximum length of an answer, in characters. */
export const ANSWER_MAX_LENGTH = 200;

export interface Exercise {
  /** Position in the sheet, from 1. */
  readonly position: number;
  readonly task: Task;
  /** The task's expression as the question has it; undefined for kinds without one. */
  readonly expression: string | undefined;
  readonly question: Message<RuleKey>;
  /** Hints, each revealing a bit more than the previous one; the last leaves a single step. */
  readonly hints: readonly Message<RuleKey>[];
  readonly solution: string;
}

export interface ExerciseSheet {
  readonly kind: ExerciseKind;
  readonly level: ExerciseLevel;
  /** As returned by {@link normalSeed}. */
  readonly seed: string;
  readonly version: SheetVersion;
  readonly exercises: readonly Exercise[];
}

/** Identifies a sheet. */
export interface SheetName {
  readonly kind: ExerciseKind;
  readonly level: ExerciseLevel;
  readonly seed: string;
  /** {@link FIRST_SHEET_VERSION} by default. */
  readonly version?: SheetVersion;
}

/**
 * Returns a seed's sheet, which is the same every time and in every process.
 *
 * @param notation of expressions in questions, hints and solutions; answers may be in any.
 */
export function exerciseSheet(sheet: SheetName, notation?: Notation): ExerciseSheet {
  const { kind, level, seed, version = FIRST_SHEET_VERSION } = sheet;
  const exercises = drawTasks(sheet).map((task, index) => buildExercise(task, index + 1, notation));
  return { kind, level, seed: normalSeed(seed), version, exercises };
}

/** Returns the exercise at a position, counting from 1; undefined if the sheet has none there. */
export function exerciseAt(sheet: SheetName, position: number, notation?: Notation): Exercise | undefined {
  const task = drawTasks(sheet)[position - 1];
  return task && buildExercise(task, position, notation);
}

export function isSeed(seed: string): boolean {
  return seed.length <= SEED_MAX_LENGTH && normalSeed(seed) !== '';
}

/** Normalises a seed, so that `Turma  B ` and `turma-b` are the same. */
export function normalSeed(seed: string): string {
  return seed.normalize('NFC').trim().toLowerCase().replace(/\s+/gu, '-');
}

/** Grades an answer exactly and recognises usual mistakes. */
export function gradeAnswer({ task }: Pick<Exercise, 'task'>, answer: string): Grade {
  if (answer.length > ANSWER_MAX_LENGTH) {
    return unreadable(message('rules.exercise.tooLong', { maximum: ANSWER_MAX_LENGTH }));
  }
  return answer.trim() === '' ? unreadable('rules.exercise.empty') : rulesOf(task.kind).grade(task, answer);
}

const rules: { readonly [Kind in ExerciseKind]: ExerciseRules<Extract<Task, { kind: Kind }>> } = {
  DECIMAL_TO_BASE: decimalToBase,
  BASE_TO_DECIMAL: baseToDecimal,
  BASE_TO_BASE: baseToBase,
  FRACTION: fraction,
  TWOS_COMPLEMENT: twosComplement,
  ADDITION: addition,
  OVERFLOW: overflow,
  TRUTH_TABLE: truthTableColumn,
  IMPLICATION: implication,
  MINIMISE: minimiseColumn,
  FLOATING_POINT: floatingPoint,
};

/** Returns the rules of a kind. They accept only tasks that they have drawn themselves. */
export function rulesOf(kind: ExerciseKind): ExerciseRules<Task> {
  return rules[kind] as unknown as ExerciseRules<Task>;
}

/** Number of draws after which a sheet accepts duplicates, for kinds that have too few tasks. */
const DRAWS_MAX: Readonly<Record<SheetVersion, number>> = { 1: 100, 2: 1000 };

function drawTasks({ kind, level, seed, version = FIRST_SHEET_VERSION }: SheetName): Task[] {
  const random = seededRandom(`vigia exercises ${version} ${kind} ${level} ${normalSeed(seed)}`);
  const { draw } = rulesOf(kind);
  const tasks = new Map<string, Task>();
  for (let draws = 0; tasks.size < EXERCISES_OF_SHEET; draws += 1) {
    const task = draw(random, level);
    const same = version === 1 ? JSON.stringify(task) : likenessOf(task);
    if (draws >= DRAWS_MAX[version]) tasks.set(`${same} ${draws}`, task);
    else if (!tasks.has(same)) tasks.set(same, task);
  }
  return [...tasks.values()];
}

/** Returns a text that is the same for tasks of a kind that are alike, of which a sheet of version 2 has only one. */
export function likenessOf(task: Task): string {
  return rulesOf(task.kind).likeness?.(task) ?? JSON.stringify(task);
}

function buildExercise(task: Task, position: number, notation: Notation | undefined): Exercise {
  const { question, hints, solution } = rulesOf(task.kind);
  return {
    position,
    task,
    expression: 'expression' in task ? expressionText(task, notation) : undefined,
    question: question(task, notation),
    hints: hints(task, notation),
    solution: solution(task, notation),
  };
}
