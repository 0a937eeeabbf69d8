import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import { globalId } from '../../../shared/global-id.js';
import { ExerciseKind as ExerciseKindType } from '../../conversion/exercises/exercises.types.js';
import { type ExerciseKind, exerciseKinds } from '../../conversion/rules/exercises/task.js';
import { LESSON_DAYS } from '../classroom-limits.js';
import { keptUntil } from './kept-lessons.js';
import type { Lesson } from './lesson.entity.js';
import type { ListedClass, Pupil } from './school-classes.js';

@ObjectType('Lesson', { description: 'A lesson in a room whose results are kept.' })
export class LessonType {
  @Field(() => ID, { description: 'Unique id, for `deleteLesson`.' })
  id!: string;

  @Field(() => DateTime, { description: 'Time when its room was opened: ISO 8601 in UTC.' })
  heldAt!: string;

  @Field(() => DateTime, { description: `Time of deletion, ${LESSON_DAYS} days later: ISO 8601 in UTC.` })
  keptUntil!: string;

  @Field(() => Int, { description: 'Number of exercises sent, at least 1.' })
  exerciseCount!: number;

  @Field(() => [ExerciseKindType], { description: 'Topics of its exercises, each once.' })
  kinds!: ExerciseKind[];
}

@ObjectType('SchoolClass', { description: 'A class of a teacher who keeps the results of its lessons.' })
export class SchoolClassType {
  @Field(() => ID, { description: 'Unique id, for the argument `class`.' })
  id!: string;

  @Field(() => String, { description: 'Name as its teacher last wrote it, 1 to 40 visible characters.' })
  name!: string;

  @Field(() => [LessonType], { description: 'Lessons that are kept, newest first; at least one.' })
  lessons!: LessonType[];
}

@ObjectType('LessonResult', { description: 'How a pupil did in a lesson.' })
export class LessonResultType {
  @Field(() => ID, { description: 'Id of the lesson.' })
  lesson!: string;

  @Field(() => Int, { description: 'Number of exercises that they answered, right or wrong.' })
  answered!: number;

  @Field(() => Int, { description: 'Number of exercises that they solved.' })
  solved!: number;
}

@ObjectType('Pupil', { description: 'Everybody who took part in lessons of a class under one nickname, in any case.' })
export class PupilType {
  @Field(() => String, { description: 'Nickname as written in the newest lesson.' })
  nickname!: string;

  @Field(() => [LessonResultType], {
    description: 'Results, newest first; none for lessons in which they did not take part.',
  })
  results!: LessonResultType[];
}

export const PupilConnection = connectionType(PupilType, 'Pupil');

export function shapeSchoolClass({ id, name, lessons }: ListedClass): SchoolClassType {
  return { id: globalId('SchoolClass', id), name, lessons: lessons.map(shapeLesson) };
}

function shapeLesson(lesson: Lesson): LessonType {
  const { id, heldAt, exercises, kinds } = lesson;
  const stored = new Set(kinds.split(' '));
  return {
    id: globalId('Lesson', id),
    heldAt: heldAt.toISOString(),
    keptUntil: keptUntil(lesson).toISOString(),
    exerciseCount: exercises,
    kinds: exerciseKinds.filter((kind) => stored.has(kind)),
  };
}

export function shapePupil({ nickname, results }: Pupil): PupilType {
  const shown = results.map(({ lessonId, ...counts }) => ({ lesson: globalId('Lesson', lessonId), ...counts }));
  return { nickname, results: shown };
}
