import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Language } from '../../i18n/catalogues.js';
import { translate } from '../../i18n/translate.js';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import { globalId } from '../../shared/global-id.js';
import { ExerciseMistake } from '../conversion/exercises/exercise-mistake.type.js';
import { ExerciseKind as ExerciseKindType } from '../conversion/exercises/exercises.types.js';
import { NotationEnum } from '../conversion/logic/notation.type.js';
import { type MistakeKind, mistakeText } from '../conversion/rules/exercises/mistake.js';
import type { ExerciseKind } from '../conversion/rules/exercises/task.js';
import type { Notation } from '../conversion/rules/logic/notation.js';
import { TRIES_MAX } from './classroom-limits.js';
import type { RoomAnswer } from './exercises/room-answer.entity.js';
import { type GivenAnswer, mistakeOf } from './exercises/room-answers.js';
import type { RoomExercise } from './exercises/room-exercise.entity.js';
import type { RoomExercises } from './exercises/room-exercises.js';
import type { RoomParticipant } from './participants/room-participant.entity.js';
import type { Room } from './room.entity.js';
import type { RoomAnswersEvent } from './subscriptions/answers-stream.js';
import type { Participation } from './subscriptions/exercise-stream.js';

@ObjectType('RoomParticipant', { description: 'A person who has joined a room.' })
export class RoomParticipantType {
  @Field(() => ID, { description: 'Unique id, for `removeParticipant`.' })
  id!: string;

  @Field(() => String, { description: 'Nickname, 1 to 30 visible characters, unique in the room.' })
  nickname!: string;

  @Field(() => Boolean, { description: 'Whether they joined without an account.' })
  isGuest!: boolean;

  @Field(() => DateTime, { description: 'Time when they joined: ISO 8601 in UTC.' })
  joinedAt!: string;
}

/** An exercise as participants see it. */
@ObjectType('RoomQuestion', { description: 'An exercise as participants of a room see it.' })
export class RoomQuestionType {
  @Field(() => ID, { description: 'Unique id, for the argument `exercise` of `answer`.' })
  id!: string;

  @Field(() => Int, { description: 'Number within the room, from 1.' })
  number!: number;

  @Field(() => ExerciseKindType, { description: 'Topic of the exercise.' })
  kind!: ExerciseKind;

  @Field(() => String, { description: "What is asked, in the caller's language." })
  question!: string;

  @Field(() => Int, { description: 'Number of answers allowed, until one is correct.' })
  triesMax!: number;
}

@ObjectType('RoomExercise', { description: 'An exercise sent to a room, as its owner sees it.' })
export class RoomExerciseType extends RoomQuestionType {
  @Field(() => Int, { description: 'From 1, first steps, to 3, exam questions.' })
  level!: number;

  @Field(() => String, { description: 'Seed of the sheet: lower case, with hyphens for white space.' })
  seed!: string;

  @Field(() => Int, { description: 'Number within its sheet, from 1.' })
  position!: number;

  @Field(() => Int, { description: 'Version of the sheet, to be named with the seed.' })
  version!: number;

  @Field(() => NotationEnum, {
    nullable: true,
    description: 'Notation of its expressions; null for words, or that of engineers for minimal forms.',
  })
  notation!: Notation | null;

  @Field(() => String, { description: 'A correct answer. Others may be equally correct.' })
  solution!: string;

  @Field(() => DateTime, { description: 'Time when it was sent: ISO 8601 in UTC.' })
  sentAt!: string;
}

@ObjectType('Room', { description: 'A classroom.' })
export class RoomType {
  @Field(() => String, { description: 'Code for joining: six characters.' })
  code!: string;

  @Field(() => Boolean, { description: 'Whether people without an account may join.' })
  allowsGuests!: boolean;

  @Field(() => Boolean, { description: 'Whether it is open: neither closed nor expired.' })
  isOpen!: boolean;

  @Field(() => Boolean, { description: 'Whether people who have not joined may do so: see `setRoomDoor`.' })
  isDoorOpen!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the class under which its results are kept for 90 days when it ends; null if they are not.',
  })
  keepsResultsAs!: string | null;

  @Field(() => DateTime, { description: 'Time when it was opened: ISO 8601 in UTC.' })
  openedAt!: string;

  @Field(() => DateTime, { description: 'Time of deletion, including the answers; ISO 8601 in UTC.' })
  expiresAt!: string;

  /** The room of the field resolvers below; not exposed itself. */
  room!: Room;
}

/** Fields that both views of an answer share. */
@ObjectType('OwnRoomAnswer', { description: "A participant's answer, as they see it." })
export class OwnRoomAnswerType {
  @Field(() => String, { description: 'Answer as it was typed.' })
  answer!: string;

  @Field(() => Boolean, { description: 'Whether it is right, which ends the attempts.' })
  isCorrect!: boolean;

  @Field(() => ExerciseMistake, {
    nullable: true,
    description: 'The usual mistake that leads to it; null if none is recognised.',
  })
  mistake!: MistakeKind | null;

  @Field(() => String, { nullable: true, description: "Mistake as a sentence in the caller's language." })
  mistakeText!: string | null;

  @Field(() => Int, { description: 'Number of answers so far; this is the newest.' })
  tries!: number;
}

@ObjectType('RoomAnswer', { description: "A participant's newest answer to an exercise." })
export class RoomAnswerType extends OwnRoomAnswerType {
  @Field(() => ID, { description: 'The id of the participant.' })
  participant!: string;

  @Field(() => DateTime, { description: 'Time of the answer: ISO 8601 in UTC.' })
  answeredAt!: string;
}

@ObjectType('RoomAnswers', {
  description: "The state of a room's current exercise, or its changes since the previous message.",
})
export class RoomAnswersType {
  @Field(() => Boolean, { description: 'Whether it is complete: earlier state must be discarded.' })
  isSnapshot!: boolean;

  @Field(() => Boolean, { description: 'Whether the room is neither closed nor expired.' })
  isOpen!: boolean;

  @Field(() => Boolean, { description: 'Whether people who have not joined may do so.' })
  isDoorOpen!: boolean;

  @Field(() => Int, {
    description: 'Number of networks that have reached the limit of guests: others from there need an account.',
  })
  fullNetworks!: number;

  @Field(() => RoomExerciseType, { nullable: true, description: 'Current exercise; null before the first.' })
  exercise!: RoomExerciseType | null;

  @Field(() => [RoomParticipantType], { description: 'Participants who have joined.' })
  participants!: RoomParticipantType[];

  @Field(() => [ID], { description: 'Ids of removed participants, whose answers are gone too.' })
  removed!: string[];

  @Field(() => [RoomAnswerType], {
    description: "Answers to the current exercise, each replacing the participant's previous one.",
  })
  answers!: RoomAnswerType[];
}

@ObjectType('Participation', { description: "A participant's view of a room." })
export class ParticipationType {
  @Field(() => String, { description: 'The code of the room.' })
  room!: string;

  @Field(() => String, { description: "The participant's own, unique in the room." })
  nickname!: string;

  @Field(() => Boolean, {
    description:
      "Whether the room's owner keeps how many exercises each participant answers and solves, by nickname, for 90 days.",
  })
  keepsResults!: boolean;

  @Field(() => RoomQuestionType, { nullable: true, description: 'Current exercise; null before the first.' })
  exercise!: RoomQuestionType | null;

  @Field(() => OwnRoomAnswerType, { nullable: true, description: 'Own answer to it; null before the first.' })
  answer!: OwnRoomAnswerType | null;
}

@ObjectType('RoomCsv', { description: 'A part of the results of a room as CSV.' })
export class RoomCsvType {
  @Field(() => String, { description: 'Complete lines; the header only in the first part.' })
  csv!: string;

  @Field(() => Int, { description: 'Number of the last exercise, for `after` of the next part.' })
  endNumber!: number;

  @Field(() => Boolean, { description: 'Whether more exercises follow.' })
  hasMore!: boolean;
}

/** Shapes rows in the caller's language. */
export class RoomShapes {
  constructor(
    private readonly drawn: RoomExercises['drawn'],
    private readonly language: Language,
  ) {}

  room(room: Room, now: Date): RoomType {
    const { code, allowsGuests, isDoorOpen, openedAt, expiresAt, closedAt, schoolClass } = room;
    return {
      code,
      allowsGuests,
      isOpen: closedAt === null && expiresAt > now,
      isDoorOpen,
      keepsResultsAs: schoolClass?.name ?? null,
      openedAt: openedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      room,
    };
  }

  participant({ id, nickname, userId, joinedAt }: RoomParticipant): RoomParticipantType {
    return {
      id: globalId('RoomParticipant', id),
      nickname,
      isGuest: userId === null,
      joinedAt: joinedAt.toISOString(),
    };
  }

  question(sent: RoomExercise): RoomQuestionType {
    const { id, number, kind } = sent;
    const question = translate(this.drawn(sent).question, this.language);
    return { id: globalId('RoomQuestion', id), number, kind, question, triesMax: TRIES_MAX };
  }

  exercise(sent: RoomExercise): RoomExerciseType {
    const { level, seed, position, version, notation, sentAt } = sent;
    const { solution } = this.drawn(sent);
    return {
      ...this.question(sent),
      id: globalId('RoomExercise', sent.id),
      level,
      seed,
      position,
      version,
      notation,
      solution,
      sentAt: sentAt.toISOString(),
    };
  }

  own({ answer, isCorrect, mistake, tries }: GivenAnswer): OwnRoomAnswerType {
    const text = mistake && translate(mistakeText(mistake), this.language);
    return { answer, isCorrect, mistake: mistake?.kind ?? null, mistakeText: text, tries };
  }

  stored(answer: RoomAnswer): OwnRoomAnswerType {
    return this.own({ ...answer, mistake: mistakeOf(answer) });
  }

  answer(answer: RoomAnswer): RoomAnswerType {
    const { participant, answeredAt } = answer;
    return {
      ...this.stored(answer),
      participant: globalId('RoomParticipant', participant.id),
      answeredAt: answeredAt.toISOString(),
    };
  }

  event(event: RoomAnswersEvent): RoomAnswersType {
    const { isSnapshot, isOpen, isDoorOpen, fullNetworks, exercise, participants, removed, answers } = event;
    return {
      isSnapshot,
      isOpen,
      isDoorOpen,
      fullNetworks,
      exercise: exercise && this.exercise(exercise),
      participants: participants.map((participant) => this.participant(participant)),
      removed: removed.map((id) => globalId('RoomParticipant', id)),
      answers: answers.map((answer) => this.answer(answer)),
    };
  }

  participation({ place, exercise, answer }: Participation): ParticipationType {
    return {
      room: place.roomCode,
      nickname: place.nickname,
      keepsResults: place.keepsResults,
      exercise: exercise && this.question(exercise),
      answer: answer && this.stored(answer),
    };
  }
}
