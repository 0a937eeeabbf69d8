import type { Message } from '../../../../i18n/message.js';
import type { RuleKey } from '../sign-text.js';
import type { Mistake } from './mistake.js';
import type { SeededRandom } from './seeded-random.js';
import type { ExerciseLevel, Task } from './task.js';

/** What is to be said of an answer. */
export interface Grade {
  readonly isCorrect: boolean;
  /** The usual mistake that leads to this answer; null if it is correct, or if none of them does. */
  readonly mistake: Mistake | null;
  /** Why the answer cannot be read at all, which is no attempt yet. */
  readonly problem?: Message<RuleKey>;
}

/** A wrong answer that people usually give, and what they did. */
export interface UsualMistake {
  readonly mistake: Mistake;
  readonly answer: string;
}

/** The rules of one kind of exercise. */
export interface ExerciseRules<T extends Task> {
  /** Another task at each call; a sheet takes those that it does not have yet. */
  draw(random: SeededRandom, level: ExerciseLevel): T;
  question(task: T): Message<RuleKey>;
  /** Each says a bit more than the one before; the last one leaves a single step. */
  hints(task: T): readonly Message<RuleKey>[];
  solution(task: T): string;
  /** Wrong answers with their causes, the most telling first. */
  usualMistakes(task: T): readonly UsualMistake[];
  grade(task: T, answer: string): Grade;
}

/** The grade of a correct answer. */
export const CORRECT: Grade = { isCorrect: true, mistake: null };

/** The grade of an answer that shows a mistake, or none that is known. */
export function wrong(mistake: Mistake | null = null): Grade {
  return { isCorrect: false, mistake };
}

/** The grade of an answer that cannot be read. */
export function unreadable(problem: Message<RuleKey>): Grade {
  return { isCorrect: false, mistake: null, problem };
}
