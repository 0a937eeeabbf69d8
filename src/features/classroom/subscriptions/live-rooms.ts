import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Guest } from '../../../shared/identity/guest.js';
import { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomAnswers } from '../exercises/room-answers.js';
import type { RoomExercises } from '../exercises/room-exercises.js';
import { type Attendee, fullNetworksOf, type Participants, type Place } from '../participants/participants.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import { type RoomChanges, readRoomChanges } from '../room-changes.js';
import type { Rooms } from '../rooms.js';
import { AnswersStream, type RoomAnswersEvent } from './answers-stream.js';
import { ExerciseStream, type Participation } from './exercise-stream.js';
import { WatchedRoom } from './watched-room.js';

/** The topic of the answers of a room; its id is the arguments of {@link LiveRooms.answers}. */
export const ROOM_ANSWERS_TOPIC = 'answers of a room';

/** The topic of the present exercise of a room; its id is the arguments of {@link LiveRooms.exercises}. */
export const ROOM_EXERCISE_TOPIC = 'exercise of a room';

/** What nodes tell each other of rooms. */
const ROOM_CHANGES = 'rooms';

/** How long changes gather: a class answers at once, and its teacher is to get few messages. */
const GATHERING_MS = 100;

/** How long after the end of their place in a room the sockets of guests are closed. */
const ENDING_MS = 300;

interface LiveRoomsDeps {
  readonly em: UnitOfWork;
  readonly events: NodeEvents;
  readonly rooms: Rooms;
  readonly participants: Participants;
  readonly roomExercises: RoomExercises;
  readonly roomAnswers: RoomAnswers;
  readonly report: ReportFailure;
}

/**
 * What is pushed of rooms at this node. Changes of any node are gathered for a moment and then looked up together, so that
 * two hundred answers at once are a few queries and a few messages.
 */
export class LiveRooms {
  readonly #watched = new Map<number, WatchedRoom>();
  readonly #toLookUp = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #endGuests: (isMeant: (guest: Guest) => boolean) => void = () => {};

  constructor(private readonly deps: LiveRoomsDeps) {
    deps.events.subscribe(ROOM_CHANGES, (payload) => {
      const changes = readRoomChanges(payload);
      if (changes) this.#note(changes);
    });
    deps.events.onGap(() => this.#noteGap());
  }

  /** Tells everybody who watches a room, at this node and the others. */
  tell(changes: RoomChanges): void {
    this.#note(changes);
    this.deps.events.publish(ROOM_CHANGES, changes);
  }

  /** Has the sockets of guests ended who have no place in their room any more. */
  endGuestsBy(endGuests: (isMeant: (guest: Guest) => boolean) => void): void {
    this.#endGuests = endGuests;
  }

  /** The answers of a room for its owner. Its first `next` fails when it is not their room. */
  answers(code: string, ownerId: () => Promise<number>): AsyncIterableIterator<RoomAnswersEvent> {
    const { rooms, participants, roomExercises, roomAnswers } = this.deps;
    return new AnswersStream({
      open: async (stream) => {
        const room = await rooms.own(await ownerId(), code);
        this.#watch(room.id).teachers.add(stream);
        return room;
      },
      snapshotOf: async ({ id }) => {
        const room = await rooms.withId(id);
        const exercise = await roomExercises.present(room.id);
        const answers = exercise ? await roomAnswers.to(exercise) : [];
        const present = await participants.listOf(room);
        return { room, exercise, answers, participants: present, fullNetworks: fullNetworksOf(present) };
      },
      onEnd: (stream) => this.#unwatch((room) => room.teachers.delete(stream)),
    });
  }

  /** The present exercise for a participant of a room. Its first `next` fails when they are not in it. */
  exercises(code: string, attendee: () => Promise<Attendee>): AsyncIterableIterator<Participation> {
    const { participants } = this.deps;
    return new ExerciseStream({
      open: async (stream) => {
        const place = await participants.require(code, await attendee());
        this.#watch(place.roomId).attendees.add(stream);
        return place;
      },
      participationOf: (place) => this.participationOf(place),
      onEnd: (stream) => this.#unwatch((room) => room.attendees.delete(stream)),
    });
  }

  /** What a participant sees now. */
  async participationOf(place: Place): Promise<Participation> {
    const { roomExercises, roomAnswers } = this.deps;
    const exercise = await roomExercises.present(place.roomId);
    return { place, exercise, answer: exercise && (await roomAnswers.of(place.id, exercise)) };
  }

  /**
   * Ends what is pushed to people whose room is over, or who are in it no more: by the time, by an account that may not
   * log in any more, or by what another process did while this one did not hear it. Called every few seconds.
   */
  async review(): Promise<void> {
    const open = await this.deps.rooms.listOpen();
    this.#endGuests(({ roomId }) => !open.has(roomId));
    for (const [id, room] of this.#watched) {
      if (!open.has(id)) room.tellOfClosing();
      else await this.#reviewAttendees(id, room);
    }
  }

  async #reviewAttendees(id: number, { attendees }: WatchedRoom): Promise<void> {
    const ids = [...attendees].map(({ participantId }) => participantId).filter((one) => one !== undefined);
    if (ids.length === 0) return;
    const still = await this.deps.participants.stillIn(ids);
    const gone = ids.filter((one) => !still.has(one));
    if (gone.length > 0) this.#note({ room: id, removed: gone });
  }

  #watch(id: number): WatchedRoom {
    const room = this.#watched.get(id) ?? new WatchedRoom();
    this.#watched.set(id, room);
    return room;
  }

  #unwatch(leave: (room: WatchedRoom) => boolean): void {
    for (const [id, room] of this.#watched) {
      if (leave(room) && !room.isWatched) this.#watched.delete(id);
    }
  }

  #note(changes: RoomChanges): void {
    const { room: id, removed = [], places, closed } = changes;
    if (closed) this.#endGuestsSoon(({ roomId }) => roomId === id);
    if (removed.length > 0) this.#endGuestsSoon(({ participantId }) => removed.includes(participantId));
    const room = this.#watched.get(id);
    if (!room) return;
    if (closed) room.tellOfClosing();
    if (removed.length > 0) room.tellOfRemoved(removed);
    if (places) room.tellOfPlaces();
    room.gather(changes);
    if (!room.hasChanges) return;
    this.#toLookUp.add(id);
    this.#timer ??= setTimeout(() => this.#lookUp(), GATHERING_MS).unref();
  }

  /** What says that it is over must be sent before. They can do nothing meanwhile: each call is looked up anew. */
  #endGuestsSoon(isMeant: (guest: Guest) => boolean): void {
    setTimeout(() => this.#endGuests(isMeant), ENDING_MS).unref();
  }

  #lookUp(): void {
    this.#timer = undefined;
    const ids = [...this.#toLookUp];
    this.#toLookUp.clear();
    for (const id of ids) {
      const room = this.#watched.get(id);
      if (room) void this.#handOut(id, room).catch((error) => this.#fail(room, error));
    }
  }

  async #handOut(id: number, room: WatchedRoom): Promise<void> {
    const { joined, answers, hasOtherExercise } = room.takeChanges();
    if (hasOtherExercise) {
      const exercise = await this.deps.roomExercises.present(id);
      if (exercise) room.tellOfExercise(exercise);
    }
    if (room.teachers.size === 0) return;
    const unit = this.deps.em.fork();
    const participants = joined.length > 0 ? await unit.find(RoomParticipant, { id: { $in: joined }, room: id }) : [];
    const given = answers.length > 0 ? await unit.find(RoomAnswer, { id: { $in: answers } }) : [];
    for (const stream of room.teachers) {
      stream.noteParticipants(participants);
      stream.noteAnswers(given);
      stream.wake();
    }
  }

  /** What could not be looked up is looked up with all the rest, when somebody next hears of the room. */
  #fail(room: WatchedRoom, error: unknown): void {
    this.deps.report(error);
    room.noteAll();
  }

  #noteGap(): void {
    for (const room of this.#watched.values()) {
      room.noteAll();
      room.wake();
    }
  }
}
