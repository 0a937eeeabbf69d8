import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../../i18n/catalogues.js';
import { translate } from '../../../i18n/translate.js';
import { createEnum } from '../create-enum.js';
import type { ExerciseSheet as Sheet, Exercise as SheetExercise } from '../rules/exercises/exercise.js';
import type { Grade } from '../rules/exercises/exercise-rules.js';
import { type MistakeKind, mistakeKinds, mistakeText } from '../rules/exercises/mistake.js';
import { exerciseKinds, type ExerciseKind as Kind, type Task } from '../rules/exercises/task.js';

export const ExerciseKind = createEnum(exerciseKinds);
registerEnumType(ExerciseKind, {
  name: 'ExerciseKind',
  description: 'Topic of an exercise.',
  valuesConfig: {
    DECIMAL_TO_BASE: { description: 'A decimal number, to be written in another base.' },
    BASE_TO_DECIMAL: { description: 'Digits in a base, to be converted to decimal.' },
    BASE_TO_BASE: { description: 'Digits in a base, to be converted to another one; neither is decimal.' },
    TWOS_COMPLEMENT: { description: "Numbers and their bits in two's complement, in both directions." },
    ADDITION: { description: 'The sum of two binary numbers.' },
    OVERFLOW: { description: 'A sum or difference in a register: the bits that remain, and the flag.' },
    TRUTH_TABLE: { description: "The result column of an expression's truth table." },
    MINIMISE: { description: 'A minimal form of a result column.' },
    FLOATING_POINT: { description: 'Numbers and their bits in IEEE 754, in both directions.' },
  },
});

export const ExerciseMistake = createEnum(mistakeKinds);
registerEnumType(ExerciseMistake, {
  name: 'ExerciseMistake',
  description: 'A usual mistake in an answer; `explanation` describes it. Values may be added.',
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

  @Field(() => String, { nullable: true })
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

  @Field(() => ExerciseTask)
  task!: ExerciseTask;

  @Field(() => [String], { description: 'Hints, each saying a bit more; the last one leaves a single step.' })
  hints!: readonly string[];

  @Field(() => String, { description: 'A correct answer. Others may be equally correct.' })
  solution!: string;
}

@ObjectType({ description: 'The exercises of a seed, always the same.' })
export class ExerciseSheet {
  @Field(() => ExerciseKind)
  kind!: Kind;

  @Field(() => Int)
  level!: number;

  @Field(() => String, { description: 'The seed in lower case, with hyphens for white space.' })
  seed!: string;

  @Field(() => [Exercise], { description: 'Ten exercises.' })
  exercises!: readonly Exercise[];
}

@ObjectType({ description: 'Assessment of an answer.' })
export class AnswerCheck {
  @Field(() => Boolean)
  isCorrect!: boolean;

  @Field(() => Boolean, {
    description: 'False if it cannot be read, which does not count as an attempt: `explanation` says why.',
  })
  isReadable!: boolean;

  @Field(() => ExerciseMistake, {
    nullable: true,
    description: 'The usual mistake that leads to this answer; null if none is recognised.',
  })
  mistake!: MistakeKind | null;

  @Field(() => String, { nullable: true, description: 'Null for a correct answer.' })
  explanation!: string | null;
}

/** Shapes a sheet in the caller's language. */
export function shapeSheet({ kind, level, seed, exercises }: Sheet, language: Language): ExerciseSheet {
  return { kind, level, seed, exercises: exercises.map((exercise) => shapeExercise(exercise, language)) };
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
