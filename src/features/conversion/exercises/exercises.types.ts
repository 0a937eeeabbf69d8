import { Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { createEnum } from '../create-enum.js';
import type { ExerciseSheet as Sheet, Exercise as SheetExercise } from '../rules/exercises/exercise.js';
import type { Grade } from '../rules/exercises/exercise-rules.js';
import { levelTexts } from '../rules/exercises/level-text.js';
import { type MistakeKind, mistakeText } from '../rules/exercises/mistake.js';
import type { ExerciseOfSheet } from '../rules/exercises/mixed-sheet.js';
import { exerciseKinds, type ExerciseKind as Kind, type Task } from '../rules/exercises/task.js';
import { ExerciseMistake } from './exercise-mistake.type.js';

export const ExerciseKind = createEnum(exerciseKinds);
registerEnumType(ExerciseKind, {
  name: 'ExerciseKind',
  description: 'Topic of an exercise.',
  valuesConfig: {
    DECIMAL_TO_BASE: { description: 'A decimal number, to be written in another base.' },
    BASE_TO_DECIMAL: { description: 'Digits in a base, to be converted to decimal.' },
    BASE_TO_BASE: { description: 'Digits in a base, to be converted to another one; neither is decimal.' },
    FRACTION: { description: 'A number with a fractional part, from decimal to another base or back.' },
    TWOS_COMPLEMENT: { description: "Numbers and their bits in two's complement, in both directions." },
    ADDITION: { description: 'The sum of two binary numbers.' },
    OVERFLOW: { description: 'A sum or difference in a register: the bits that remain, and the flag.' },
    TRUTH_TABLE: { description: "The result column of an expression's truth table." },
    IMPLICATION: { description: 'The result column of an expression with implications or equivalences.' },
    MINIMISE: { description: 'A minimal form of a result column.' },
    FLOATING_POINT: { description: 'Numbers and their bits in IEEE 754, in both directions.' },
  },
});

@ObjectType({ description: "An exercise's task as data; fields that its kind does not use are null." })
export class ExerciseTask {
  @Field(() => String, { nullable: true, description: 'A number, as digits or bits.' })
  value!: string | null;

  @Field(() => String, { nullable: true, description: 'The first of two patterns.' })
  value1!: string | null;

  @Field(() => String, { nullable: true, description: 'The second of two patterns.' })
  value2!: string | null;

  @Field(() => Int, { nullable: true, description: 'Base of the given number.' })
  from!: number | null;

  @Field(() => Int, { nullable: true, description: 'Base of the answer.' })
  to!: number | null;

  @Field(() => Int, { nullable: true, description: 'Number of bits of the patterns.' })
  bits!: number | null;

  @Field(() => String, { nullable: true, description: 'ENCODE, DECODE or NEGATE.' })
  direction!: string | null;

  @Field(() => String, { nullable: true, description: 'ADD or SUBTRACT.' })
  operation!: string | null;

  @Field(() => Boolean, { nullable: true, description: "Whether the patterns are in two's complement." })
  signed!: boolean | null;

  @Field(() => String, { nullable: true, description: 'BINARY16 or BINARY32.' })
  format!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Expression, such as `A AND NOT B`, for TRUTH_TABLE and IMPLICATION.',
  })
  expression!: string | null;

  @Field(() => [String], { nullable: true, description: 'In alphabetical order, the first being the highest bit.' })
  variables!: readonly string[] | null;

  @Field(() => String, { nullable: true, description: 'A column: 0 or 1 for each row, counting up in binary.' })
  outputs!: string | null;

  @Field(() => String, { nullable: true, description: 'SUM_OF_PRODUCTS or PRODUCT_OF_SUMS.' })
  form!: string | null;
}

@ObjectType({ description: 'One exercise of a sheet.' })
export class Exercise {
  @Field(() => Int, { description: 'From 1.' })
  position!: number;

  @Field(() => String, { description: 'The question in words.' })
  question!: string;

  @Field(() => ExerciseTask, { description: 'Task as data, for programs.' })
  task!: ExerciseTask;

  @Field(() => [String], { description: 'Hints, each saying a bit more; the last one leaves a single step.' })
  hints!: readonly string[];

  @Field(() => String, { description: 'A correct answer. Others may be equally correct.' })
  solution!: string;
}

@ObjectType({ description: 'The exercises of a seed, always the same.' })
export class ExerciseSheet {
  @Field(() => ExerciseKind, { description: 'Topic of all its exercises.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1, first steps, to 3, exam questions.' })
  level!: number;

  @Field(() => String, { description: 'The tasks that this level of the topic holds, in words.' })
  levelText!: string;

  @Field(() => String, { description: 'The seed in lower case, with hyphens for white space.' })
  seed!: string;

  @Field(() => Int, { description: 'Version of the drawing, to be named with the seed.' })
  version!: number;

  @Field(() => [Exercise], { description: 'Ten exercises.' })
  exercises!: readonly Exercise[];
}

@InputType({ description: 'Exercises of one topic and level in a sheet of several topics.' })
export class SheetPartInput {
  @Field(() => ExerciseKind, { description: 'Topic of the exercises.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1, first steps, to 3, exam questions.' })
  level!: number;

  @Field(() => Int, { description: 'Number of exercises, 1 to 10.' })
  count!: number;
}

@ObjectType({ description: 'One exercise of a sheet of several topics.' })
export class MixedExercise extends Exercise {
  @Field(() => Int, { description: 'Number in the sheet of several topics, from 1.' })
  number!: number;

  @Field(() => ExerciseKind, { description: 'Topic of the sheet in which it has `position`.' })
  kind!: Kind;

  @Field(() => Int, { description: 'Level of that sheet, 1 to 3. Its seed is that of the mixed sheet.' })
  level!: number;

  @Field(() => Int, { description: 'Version of that sheet: to be named with its kind, level and seed.' })
  version!: number;
}

@ObjectType({ description: 'Assessment of an answer.' })
export class AnswerCheck {
  @Field(() => Boolean, { description: 'Whether the answer is right; false also if it cannot be read.' })
  isCorrect!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the answer can be read; if not, it does not count as an attempt, and `explanation` says why.',
  })
  isReadable!: boolean;

  @Field(() => ExerciseMistake, {
    nullable: true,
    description: 'The usual mistake that leads to this answer; null if none is recognised.',
  })
  mistake!: MistakeKind | null;

  @Field(() => String, { nullable: true, description: 'Reason why the answer is wrong; null for a correct one.' })
  explanation!: string | null;
}

/** Shapes a sheet in the caller's language. */
export function shapeSheet({ exercises, ...sheet }: Sheet, language: Language): ExerciseSheet {
  return {
    ...sheet,
    levelText: translate(levelTexts[sheet.kind][sheet.level], language),
    exercises: exercises.map((exercise) => shapeExercise(exercise, language)),
  };
}

/** Shapes the exercises of a mixed sheet in the caller's language. */
export function shapeMixedSheet(exercises: readonly ExerciseOfSheet[], language: Language): MixedExercise[] {
  return exercises.map(({ sheet: { kind, level, version }, ...exercise }, index) => ({
    ...shapeExercise(exercise, language),
    number: index + 1,
    kind,
    level,
    version,
  }));
}

/** Shapes a grade in the caller's language. */
export function shapeGrade({ isCorrect, mistake, problem }: Grade, language: Language): AnswerCheck {
  const unexplained = isCorrect ? null : 'rules.exercise.notYet';
  const explanation = problem ?? (mistake ? mistakeText(mistake) : unexplained);
  return {
    isCorrect,
    isReadable: problem === undefined,
    mistake: mistake?.kind ?? null,
    explanation: explanation && translate(explanation, language),
  };
}

function shapeExercise({ position, task, question, hints, solution }: SheetExercise, language: Language): Exercise {
  return {
    position,
    question: translate(question, language),
    task: shapeTask(task),
    hints: hints.map((hint) => translate(hint, language)),
    solution,
  };
}

const NO_TASK: ExerciseTask = {
  value: null,
  value1: null,
  value2: null,
  from: null,
  to: null,
  bits: null,
  direction: null,
  operation: null,
  signed: null,
  format: null,
  expression: null,
  variables: null,
  outputs: null,
  form: null,
};

function shapeTask({ kind: _kind, ...task }: Task): ExerciseTask {
  return { ...NO_TASK, ...task };
}
