import { Arg, Authorized, Ctx, Extensions, ID, Mutation, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import {
  asksNothing,
  boundedBy,
  costs,
  NO_PERSONAL_TOKEN,
  notAudited,
  PARTICIPANT_FIELD,
} from '../../platform/graphql/field-marks.js';
import { ANYBODY, PARTICIPANT } from '../../platform/graphql/viewer-guard.js';
import { NotAuthenticated, NotFound } from '../../shared/errors/errors.js';
import { localId } from '../../shared/global-id.js';
import { NO_ROW, rowId } from '../../shared/row-id.js';
import type { RoomAnswers } from './exercises/room-answers.js';
import type { RoomExercises } from './exercises/room-exercises.js';
import { type Attendee, type Participants, placeOf } from './participants/participants.js';
import { OwnRoomAnswerType, ParticipationType, RoomShapes } from './room.types.js';
import { roomArg } from './room-arg.js';
import type { Participation } from './subscriptions/exercise-stream.js';
import { type LiveRooms, ROOM_EXERCISE_TOPIC } from './subscriptions/live-rooms.js';

interface ParticipantsResolverDeps {
  readonly participants: Participants;
  readonly roomExercises: RoomExercises;
  readonly roomAnswers: RoomAnswers;
  readonly liveRooms: LiveRooms;
}

/**
 * Operations for a room's participants, who either have an account or are guests. Guests can use nothing else (contract
 * 15, promise 52).
 */
@Resolver()
export class ParticipantsResolver {
  constructor(private readonly deps: ParticipantsResolverDeps) {}

  @Authorized(ANYBODY)
  @Extensions({
    ...costs(100),
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('joins'),
    ...asksNothing('guests have no password'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => ParticipationType, {
    description: 'Joins an open room. Callers without an account get a cookie for this room alone.',
  })
  async joinRoom(
    @Arg('code', () => String, { description: 'In any case; spaces and hyphens are ignored.' }) code: string,
    @Arg('nickname', () => String, {
      description: 'Nickname, 1 to 30 visible characters, unique in the room.',
    })
    nickname: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ParticipationType> {
    const { address } = context;
    const viewer = await context.viewer();
    const { participant, room, secret } = await this.deps.participants.join({ code, nickname, viewer, address });
    if (secret !== undefined) context.giveGuestCookie(secret, room.expiresAt);
    return this.#shapes(context).participation(await this.deps.liveRooms.loadParticipation(placeOf(participant, room)));
  }

  @Authorized(PARTICIPANT)
  @Extensions({ ...costs(100), ...PARTICIPANT_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => ParticipationType, {
    nullable: true,
    description: "The caller's view as a participant of a room; null if they are not in it, or it is over.",
  })
  async participation(
    @Arg('room', () => String, roomArg) code: string,
    @Ctx() context: GraphQLContext,
  ): Promise<ParticipationType | null> {
    const place = await this.deps.participants.of(code, await identifyAttendee(context));
    return place && this.#shapes(context).participation(await this.deps.liveRooms.loadParticipation(place));
  }

  @Authorized(PARTICIPANT)
  @Extensions({
    ...costs(100),
    ...PARTICIPANT_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...boundedBy('room answers'),
    ...asksNothing('guests have no password'),
    ...notAudited('a room lasts a day and changes nothing outside it'),
  })
  @Mutation(() => OwnRoomAnswerType, {
    description: 'Answers the current exercise of a room that the caller has joined.',
  })
  async answer(
    @Arg('room', () => String, roomArg) code: string,
    @Arg('exercise', () => ID, {
      description: 'Id of the current exercise, so that an answer cannot count for the next one.',
    })
    exercise: string,
    @Arg('answer', () => String, { description: 'Answer, up to 200 characters, written as for `checkAnswer`.' })
    answer: string,
    @Ctx() context: GraphQLContext,
  ): Promise<OwnRoomAnswerType> {
    const place = await this.deps.participants.require(code, await identifyAttendee(context));
    const viewer = await context.viewer();
    const given = await this.deps.roomAnswers.give(place, {
      exerciseId: rowId(localId(exercise, 'RoomQuestion', 'RoomExercise')) ?? NO_ROW,
      answer,
      viewer,
    });
    return this.#shapes(context).own(given);
  }

  @Authorized(PARTICIPANT)
  @Extensions({ ...costs(100), ...PARTICIPANT_FIELD, ...NO_PERSONAL_TOKEN })
  @Subscription(() => ParticipationType, {
    description:
      "The participant's view of a room: immediately, then for each new exercise. Completes when the room closes.",
    topics: ROOM_EXERCISE_TOPIC,
    topicId: ({ args, context }) => [args.room, () => identifyAttendee(context as unknown as GraphQLContext)],
  })
  roomExercise(
    @Root() participation: Participation,
    @Arg('room', () => String, roomArg) _code: string,
    @Ctx() context: GraphQLContext,
  ): ParticipationType {
    if (participation.isOver) throw new NotFound('classroom.notInRoom');
    return this.#shapes(context).participation(participation);
  }

  #shapes({ language }: GraphQLContext): RoomShapes {
    return new RoomShapes((sent) => this.deps.roomExercises.drawn(sent), language);
  }
}

/** Returns the caller, either a signed-in user or a guest. */
async function identifyAttendee(context: GraphQLContext): Promise<Attendee> {
  const attendee = (await context.viewer()) ?? (await context.guest());
  if (!attendee) throw new NotAuthenticated();
  return attendee;
}
