import { Arg, Args, ArgsType, Authorized, Ctx, Extensions, Field, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { costs, ONE_PER_OPERATION, scope } from '../../../platform/graphql/field-marks.js';
import { NotationEnum } from '../logic/notation.type.js';
import { exerciseAt, exerciseSheet, gradeAnswer, isSeed, type SheetName } from '../rules/exercises/exercise.js';
import { findPartsProblem, mixedSheet, type SheetPart } from '../rules/exercises/mixed-sheet.js';
import { FIRST_SHEET_VERSION, isSheetVersion } from '../rules/exercises/sheet.js';
import { isExerciseLevel, type ExerciseKind as Kind } from '../rules/exercises/task.js';
import type { Notation } from '../rules/logic/notation.js';
import { NoSuchExercise, NotALevel, NotAMixedSheet, NotASeed, NotAVersion } from './exercises.errors.js';
import {
  AnswerCheck,
  ExerciseKind,
  ExerciseSheet,
  MixedExercise,
  SheetPartInput,
  shapeGrade,
  shapeMixedSheet,
  shapeSheet,
} from './exercises.types.js';

const EXERCISE_NOTATION = {
  nullable: true,
  description:
    'Notation of expressions in questions, hints and solutions; words by default, that of engineers for minimal forms.',
} as const;

@ArgsType()
class SheetArgs {
  @Field(() => ExerciseKind, { description: 'Topic of the sheet.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1 to 3.' })
  level!: number;

  @Field(() => String, { description: 'Seed of the sheet, up to 64 characters, in any case.' })
  seed!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'Version of the drawing, 1 by default. New sheets name 2, of which no two exercises are alike; a sheet of another version has other exercises.',
  })
  version!: number | null;
}

/** Returns exercise sheets and grades answers (contract 15). Stores nothing. */
@Resolver()
export class ExercisesResolver {
  @Authorized()
  @Extensions({ ...costs(100), ...scope('CONVERT') })
  @Query(() => ExerciseSheet, { description: 'The sheet of a seed, identical for everybody at any time.' })
  exercise(
    @Args(() => SheetArgs) args: SheetArgs,
    @Arg('notation', () => NotationEnum, EXERCISE_NOTATION) notation: Notation | null,
    @Ctx() { language }: GraphQLContext,
  ): ExerciseSheet {
    return shapeSheet(exerciseSheet(readSheet(args), notation ?? undefined), language);
  }

  @Authorized()
  @Extensions({ ...ONE_PER_OPERATION, ...scope('CONVERT') })
  @Query(() => [MixedExercise], {
    description:
      'A sheet of several topics, identical for everybody at any time: up to 40 exercises, each from the sheet of version 2 of its topic, level and seed.',
  })
  mixedSheet(
    @Arg('parts', () => [SheetPartInput], {
      description: 'Parts of the sheet, in order: 1 to 10, a topic only once at a level.',
    })
    parts: SheetPartInput[],
    @Arg('seed', () => String, { description: 'Seed of the sheet, up to 64 characters, in any case.' }) seed: string,
    @Arg('notation', () => NotationEnum, EXERCISE_NOTATION) notation: Notation | null,
    @Ctx() { language }: GraphQLContext,
  ): MixedExercise[] {
    const problem = findPartsProblem(parts);
    if (problem) throw new NotAMixedSheet(problem);
    if (!isSeed(seed)) throw new NotASeed();
    const exercises = mixedSheet({ parts: parts as SheetPart[], seed }, () => notation ?? undefined);
    return shapeMixedSheet(exercises, language);
  }

  @Authorized()
  @Extensions({ ...costs(100), ...scope('CONVERT') })
  @Query(() => AnswerCheck, {
    description: 'Grades an answer to an exercise of a sheet, and names the usual mistake if it is one.',
  })
  checkAnswer(
    @Args(() => SheetArgs) args: SheetArgs,
    @Arg('position', () => Int, { description: 'Position in the sheet, from 1 to 10.' }) position: number,
    @Arg('answer', () => String, { description: 'Answer, up to 200 characters.' }) answer: string,
    @Ctx() { language }: GraphQLContext,
  ): AnswerCheck {
    const exercise = exerciseAt(readSheet(args), position);
    if (!exercise) throw new NoSuchExercise();
    return shapeGrade(gradeAnswer(exercise, answer), language);
  }
}

/** Validates the arguments of a sheet. @throws {NotALevel} @throws {NotASeed} @throws {NotAVersion} */
function readSheet({ kind, level, seed, version }: SheetArgs): SheetName {
  if (!isExerciseLevel(level)) throw new NotALevel();
  if (!isSeed(seed)) throw new NotASeed();
  const drawn = version ?? FIRST_SHEET_VERSION;
  if (!isSheetVersion(drawn)) throw new NotAVersion();
  return { kind, level, seed, version: drawn };
}
