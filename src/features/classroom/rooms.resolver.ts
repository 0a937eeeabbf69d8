import {
  Arg,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  Subscription,
} from 'type-graphql';
import { message } from '../../i18n/message.js';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import {
  asksNothing,
  costs,
  NO_PERSONAL_TOKEN,
  notAudited,
  ONE_PER_OPERATION,
} from '../../platform/graphql/field-marks.js';
import { requireViewer } from '../../platform/graphql/viewer-guard.js';
import { InvalidFields } from '../../shared/errors/errors.js';
import { localId } from '../../shared/global-id.js';
import { NO_ROW, rowId } from '../../shared/row-id.js';
import type { Clock } from '../../shared/time/clock.js';
import { ExerciseKind as ExerciseKindType } from '../conversion/exercises/exercises.types.js';
import { NotationEnum } from '../conversion/logic/notation.type.js';
import type { ExerciseKind } from '../conversion/rules/exercises/task.js';
import type { Notation } from '../conversion/rules/logic/notation.js';
import { PARTICIPANTS_MAX } from './classroom-limits.js';
import type { RoomExercises } from './exercises/room-exercises.js';
import type { Participants } from './participants/participants.js';
import {
  RoomAnswersType,
  RoomCsvType,
  RoomExerciseType,
  RoomParticipantType,
  RoomShapes,
  RoomType,
} from './room.types.js';
import { roomArg } from './room-arg.js';
import type { RoomCsv } from './room-csv.js';
import type { Rooms } from './rooms.js';
import type { RoomAnswersEvent } from './subscriptions/answers-stream.js';
import { ROOM_ANSWERS_TOPIC } from './subscriptions/live-rooms.js';

interface RoomsResolverDeps {
  readonly rooms: Rooms;
  readonly participants: Participants;
  readonly roomExercises: RoomExercises;
  readonly roomCsv: RoomCsv;
  readonly clock: Clock;
}

/** A teacher's operations on their rooms (contract 15). Other people's rooms are reported as unknown. */
@Resolver(() => RoomType)
export class RoomsResolver {
  constructor(private readonly deps: RoomsResolverDeps) {}

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [RoomType], { description: 'Rooms of the caller that have not expired, newest first.' })
  async rooms(@Ctx() context: GraphQLContext): Promise<RoomType[]> {
    const rooms = await this.deps.rooms.of((await requireViewer(context)).userId);
    return rooms.map((room) => this.#shapes(context).room(room, this.deps.clock.now()));
  }

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => RoomType, { description: 'A room of the caller.' })
  async room(@Arg('code', () => String, roomArg) code: string, @Ctx() context: GraphQLContext): Promise<RoomType> {
    const room = await this.deps.rooms.own((await requireViewer(context)).userId, code);
    return this.#shapes(context).room(room, this.deps.clock.now());
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...ONE_PER_OPERATION, ...NO_PERSONAL_TOKEN })
  @Query(() => RoomCsvType, {
    description: 'The results of a room of the caller as CSV (RFC 4180, UTF-8), five exercises at a time.',
  })
  async roomCsv(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('after', () => Int, {
      defaultValue: 0,
      description: 'Place to continue from, `endNumber` of the previous part.',
    })
    after: number,
    @Ctx() context: GraphQLContext,
  ): Promise<RoomCsvType> {
    const room = await this.deps.rooms.own((await requireViewer(context)).userId, code);
    return this.deps.roomCsv.part(room, { behind: Math.max(0, after), language: context.language });
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 86400)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a room holds results of exercises, and those for 90 days at most'),
    ...notAudited('a room lasts a day and changes nothing outside it but results'),
  })
  @Mutation(() => RoomType, { description: 'Opens a room for 24 hours.' })
  async openRoom(
    @Arg('allowGuests', () => Boolean, {
      defaultValue: true,
      description: 'Whether people without an account may join.',
    })
    allowsGuests: boolean,
    @Arg('keepResultsAs', () => String, {
      nullable: true,
      description:
        'Name of the class under which the results are kept for 90 days when the room ends: 1 to 40 visible characters, in any case. Null keeps none.',
    })
    keepResultsAs: string | null,
    @Ctx() context: GraphQLContext,
  ): Promise<RoomType> {
    const { address } = context;
    const form = { allowsGuests, keepResultsAs: keepResultsAs ?? null, address };
    const room = await this.deps.rooms.open(await requireViewer(context), form);
    return this.#shapes(context).room(room, this.deps.clock.now());
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a room holds nothing that lasts'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => RoomType, { description: 'Closes a room of the caller. Its answers stay until it expires.' })
  async closeRoom(@Arg('room', () => String, roomArg) code: string, @Ctx() context: GraphQLContext): Promise<RoomType> {
    const room = await this.deps.rooms.close(await requireViewer(context), code);
    return this.#shapes(context).room(room, this.deps.clock.now());
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('the owner of a room opens its door again at any time'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => RoomType, {
    description:
      'Closes the door of a room of the caller to everybody who has not joined, or opens it again. Participants keep their places.',
  })
  async setRoomDoor(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('isOpen', () => Boolean, { description: 'Whether people who have not joined may do so.' }) isOpen: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<RoomType> {
    const room = await this.deps.rooms.setDoor(await requireViewer(context), code, isOpen);
    return this.#shapes(context).room(room, this.deps.clock.now());
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...costs(100),
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a room holds nothing that lasts'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => RoomExerciseType, {
    description: 'Sends an exercise of a sheet to a room of the caller, replacing the current one.',
  })
  async sendExercise(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('kind', () => ExerciseKindType, { description: 'Topic of the sheet.' }) kind: ExerciseKind,
    @Arg('level', () => Int, { description: 'Level, 1 to 3.' }) level: number,
    @Arg('seed', () => String, { description: 'Seed of the sheet: up to 64 characters, in any case.' }) seed: string,
    @Arg('position', () => Int, { description: 'Position in the sheet, from 1.' }) position: number,
    @Arg('version', () => Int, { nullable: true, description: 'Version of the sheet, 1 by default.' })
    version: number | null,
    @Arg('notation', () => NotationEnum, {
      nullable: true,
      description:
        'Notation of expressions in the question and the solution; words by default, that of engineers for minimal forms.',
    })
    notation: Notation | null,
    @Ctx() context: GraphQLContext,
  ): Promise<RoomExerciseType> {
    const chosen = { kind, level, seed, position, version, notation };
    const sent = await this.deps.roomExercises.send(await requireViewer(context), code, chosen);
    return this.#shapes(context).exercise(sent);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a room holds nothing that lasts'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => Boolean, {
    description: 'Removes a participant from a room of the caller, with their answers; false if they are not in it.',
  })
  async removeParticipant(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('participant', () => ID, { description: 'Id of the participant.' }) participant: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const id = rowId(localId(participant, 'RoomParticipant')) ?? NO_ROW;
    return (await this.deps.participants.remove(await requireViewer(context), code, [id])) > 0;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('a room holds nothing that lasts'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => Int, {
    description:
      'Removes participants from a room of the caller, with their answers. Returns how many of them were in it.',
  })
  async removeParticipants(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('participants', () => [ID], { description: `Ids of 1 to ${PARTICIPANTS_MAX} participants.` })
    participants: string[],
    @Arg('closeDoor', () => Boolean, {
      defaultValue: false,
      description: 'Whether to close the door too, as `setRoomDoor` does, so that they cannot join again.',
    })
    closesDoor: boolean,
    @Ctx() context: GraphQLContext,
  ): Promise<number> {
    if (participants.length < 1 || participants.length > PARTICIPANTS_MAX) {
      throw new InvalidFields({
        participants: [message('classroom.notSoManyParticipants', { maximum: PARTICIPANTS_MAX })],
      });
    }
    const ids = participants.map((participant) => rowId(localId(participant, 'RoomParticipant')) ?? NO_ROW);
    return this.deps.participants.remove(await requireViewer(context), code, ids, { closesDoor });
  }

  @Authorized()
  @Extensions({ ...costs(150), ...NO_PERSONAL_TOKEN })
  @Subscription(() => RoomAnswersType, {
    description: 'Answers to the current exercise of a room of the caller: all of them immediately, then changes.',
    topics: ROOM_ANSWERS_TOPIC,
    topicId: ({ args, context }) => [
      args.room,
      async () => (await requireViewer(context as unknown as GraphQLContext)).userId,
    ],
  })
  roomAnswers(
    @Root() event: RoomAnswersEvent,
    @Arg('room', () => String, roomArg) _code: string,
    @Ctx() context: GraphQLContext,
  ): RoomAnswersType {
    return this.#shapes(context).event(event);
  }

  @Extensions(costs(60))
  @FieldResolver(() => [RoomParticipantType], { description: 'Participants, in order of joining.' })
  async participants(@Root() { room }: RoomType, @Ctx() context: GraphQLContext): Promise<RoomParticipantType[]> {
    const shapes = this.#shapes(context);
    return (await this.deps.participants.listOf(room)).map((participant) => shapes.participant(participant));
  }

  #shapes({ language }: GraphQLContext): RoomShapes {
    return new RoomShapes((sent) => this.deps.roomExercises.drawn(sent), language);
  }
}
