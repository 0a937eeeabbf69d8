import { Arg, Args, ArgsType, Authorized, Ctx, Extensions, Field, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { costs, scope } from '../../../platform/graphql/field-marks.js';
import { exerciseAt, exerciseSheet, gradeAnswer, isSeed } from '../rules/exercises/exercise.js';
import { type ExerciseLevel, isExerciseLevel, type ExerciseKind as Kind } from '../rules/exercises/task.js';
import { NoSuchExercise, NotALevel, NotASeed } from './exercises.errors.js';
import { AnswerCheck, ExerciseKind, ExerciseSheet, shapeGrade, shapeSheet } from './exercises.types.js';

@ArgsType()
class SheetArgs {
  @Field(() => ExerciseKind, { description: 'Topic of the sheet.' })
  kind!: Kind;

  @Field(() => Int, { description: 'From 1 to 3.' })
  level!: number;

  @Field(() => String, { description: 'Seed of the sheet, up to 64 characters, in any case.' })
  seed!: string;
}

/** Returns exercise sheets and grades answers (contract 15). Stores nothing. */
@Resolver()
export class ExercisesResolver {
  @Authorized()
  @Extensions({ ...costs(100), ...scope('CONVERT') })
  @Query(() => ExerciseSheet, { description: 'The sheet of a seed, identical for everybody at any time.' })
  exercise(@Args(() => SheetArgs) args: SheetArgs, @Ctx() { language }: GraphQLContext): ExerciseSheet {
    const { kind, level, seed } = readSheet(args);
    return shapeSheet(exerciseSheet(kind, level, seed), language);
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

/** Validates the arguments of a sheet. @throws {NotALevel} @throws {NotASeed} */
function readSheet({ kind, level, seed }: SheetArgs): { kind: Kind; level: ExerciseLevel; seed: string } {
  if (!isExerciseLevel(level)) throw new NotALevel();
  if (!isSeed(seed)) throw new NotASeed();
  return { kind, level, seed };
}
