import type { Message } from '../../../../i18n/message.js';
import type { Notation } from '../logic/notation.js';
import type { RuleKey } from '../sign-text.js';
import { type Mistake, type MistakeKind, mistake } from './mistake.js';
import type { SeededRandom } from './seeded-random.js';
import type { ExerciseLevel, Task } from './task.js';

/** The verdict on an answer. */
export interface Grade {
  readonly isCorrect: boolean;
  /** The usual mistake that leads to this answer; null if the answer is correct or the mistake unknown. */
  readonly mistake: Mistake | null;
  /** The reason why the answer cannot be read, in which case it does not count as an attempt. */
  readonly problem?: Message<RuleKey>;
}

/** A common wrong answer, and its cause. */
export interface UsualMistake {
  readonly mistake: Mistake;
  readonly answer: string;
}

export function usual(kind: MistakeKind, answer: string, values: Mistake['values'] = {}): UsualMistake {
  return { mistake: mistake(kind, values), answer };
}

export interface ExerciseRules<T extends Task> {
  /** Draws a new task on each call. A sheet skips tasks that it already contains. */
  draw(random: SeededRandom, level: ExerciseLevel): T;
  /**
   * Returns a text that is the same for tasks that are alike: whoever has solved one has solved the other. By default,
   * only equal tasks are.
   */
  likeness?(task: T): string;
  /** Expressions are written in the notation, or as the kind has them without one. */
  question(task: T, notation?: Notation): Message<RuleKey>;
  /** Returns the hints, each revealing a bit more than the previous one; the last leaves a single step. */
  hints(task: T, notation?: Notation): readonly Message<RuleKey>[];
  solution(task: T, notation?: Notation): string;
  /** Returns wrong answers with their causes, the most specific first. */
  usualMistakes(task: T): readonly UsualMistake[];
  grade(task: T, answer: string): Grade;
}

export const CORRECT: Grade = { isCorrect: true, mistake: null };

/** Grades an answer as wrong, with the mistake if it is a known one. */
export function wrong(mistake: Mistake | null = null): Grade {
  return { isCorrect: false, mistake };
}

export function unreadable(problem: Message<RuleKey>): Grade {
  return { isCorrect: false, mistake: null, problem };
}
