import { Arg, Args, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { asksNothing, costs, NO_PERSONAL_TOKEN, notAudited } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { localId } from '../../../shared/global-id.js';
import { NO_ROW, rowId } from '../../../shared/row-id.js';
import {
  PupilConnection,
  type PupilType,
  SchoolClassType,
  shapePupil,
  shapeSchoolClass,
} from './school-class.types.js';
import type { SchoolClasses } from './school-classes.js';

interface SchoolClassesResolverDeps {
  readonly schoolClasses: SchoolClasses;
}

/** Options of the argument that names a class. */
const classArg = { description: 'Id of one of `schoolClasses`.' };

/** Marks of the mutations that delete results. */
const FORGETTING = {
  ...NO_PERSONAL_TOKEN,
  ...asksNothing('it deletes results that would be deleted after 90 days, and shows them to nobody'),
  ...notAudited('results of exercises are no rights, and only their teacher sees them'),
};

/** A teacher's operations on the results of several lessons (contract 15). Other people's are reported as unknown. */
@Resolver()
export class SchoolClassesResolver {
  constructor(private readonly deps: SchoolClassesResolverDeps) {}

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [SchoolClassType], {
    description: 'Classes of the caller with lessons whose results are kept, the most recently taught first.',
  })
  async schoolClasses(@Ctx() context: GraphQLContext): Promise<SchoolClassType[]> {
    const classes = await this.deps.schoolClasses.of((await requireViewer(context)).userId);
    return classes.map(shapeSchoolClass);
  }

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => SchoolClassType, { description: 'A class of the caller with lessons whose results are kept.' })
  async schoolClass(
    @Arg('id', () => ID, classArg) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<SchoolClassType> {
    const { userId } = await requireViewer(context);
    return shapeSchoolClass(await this.deps.schoolClasses.own(userId, classId(id)));
  }

  @Authorized()
  @Extensions({ ...costs(300), ...NO_PERSONAL_TOKEN, ...pageSize(50) })
  @Query(() => PupilConnection, {
    description: 'Pupils of a class of the caller with their results, by nickname regardless of case.',
  })
  async pupils(
    @Arg('class', () => ID, classArg) id: string,
    @Args(() => PageArgs) paging: PageArgs,
    @Ctx() context: GraphQLContext,
  ): Promise<Connection<PupilType>> {
    const { userId } = await requireViewer(context);
    const request = readPageRequest(paging, ['string']);
    return buildConnection(await this.deps.schoolClasses.pupils(userId, classId(id), request), shapePupil);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(FORGETTING)
  @Mutation(() => Boolean, {
    description:
      'Deletes all results of a class of the caller, whose open rooms no longer keep theirs; false if there is no such class.',
  })
  async deleteSchoolClass(
    @Arg('class', () => ID, classArg) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    return this.deps.schoolClasses.deleteSchoolClass(await requireViewer(context), classId(id));
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(FORGETTING)
  @Mutation(() => Boolean, {
    description: 'Deletes the results of a lesson of the caller; false if there is no such lesson.',
  })
  async deleteLesson(
    @Arg('lesson', () => ID, { description: 'Id of the lesson.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    return this.deps.schoolClasses.deleteLesson(await requireViewer(context), rowId(localId(id, 'Lesson')) ?? NO_ROW);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions(FORGETTING)
  @Mutation(() => Boolean, {
    description: 'Deletes all results of a pupil in a class of the caller; false if there are none.',
  })
  async deletePupil(
    @Arg('class', () => ID, classArg) id: string,
    @Arg('nickname', () => String, { description: 'Nickname of the pupil, in any case.' }) nickname: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    return this.deps.schoolClasses.deletePupil(await requireViewer(context), classId(id), nickname);
  }
}

function classId(id: string): number {
  return rowId(localId(id, 'SchoolClass')) ?? NO_ROW;
}
