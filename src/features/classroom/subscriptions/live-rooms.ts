import type { UnitOfWork } from '../../../platform/db/database.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Guest } from '../../../shared/identity/guest.js';
import { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomAnswers } from '../exercises/room-answers.js';
import type { RoomExercises } from '../exercises/room-exercises.js';
import { type Attendee, countFullNetworks, type Participants, type Place } from '../participants/participants.js';
import { RoomParticipant } from '../participants/room-participant.entity.js';
import { type RoomChanges, readRoomChanges } from '../room-changes.js';
import type { Rooms } from '../rooms.js';
import { AnswersStream, type RoomAnswersEvent } from './answers-stream.js';
import { ExerciseStream, type Participation } from './exercise-stream.js';
import { WatchedRoom } from './watched-room.js';

/** Topic for the answers of a room. Its id consists of the arguments of {@link LiveRooms.answers}. */
export const ROOM_ANSWERS_TOPIC = 'answers of a room';

/** Topic for the current exercise of a room. Its id consists of the arguments of {@link LiveRooms.exercises}. */
export const ROOM_EXERCISE_TOPIC = 'exercise of a room';

/** Topic of messages about rooms between nodes. */
const ROOM_CHANGES = 'rooms';

/** Delay for batching changes, since a whole class answers simultaneously and its teacher should get few messages. */
const GATHERING_MS = 100;

/** Delay before closing the sockets of guests who no longer have a place in a room. */
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
 * Pushes changes of rooms to their watchers at this node. Changes from all nodes are collected briefly and looked up
 * together, so two hundred simultaneous answers take few queries and few messages.
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

  /** Notifies the watchers of a room, at this node and all others. */
  tell(changes: RoomChanges): void {
    this.#note(changes);
    this.deps.events.publish(ROOM_CHANGES, changes);
  }

  /** Sets the function that ends the sockets of guests who no longer have a place in their room. */
  endGuestsBy(endGuests: (isMeant: (guest: Guest) => boolean) => void): void {
    this.#endGuests = endGuests;
  }

  /** Streams a room's answers to its owner. The first `next` fails if the room is not theirs. */
  answers(code: string, ownerId: () => Promise<number>): AsyncIterableIterator<RoomAnswersEvent> {
    const { rooms, participants, roomExercises, roomAnswers } = this.deps;
    return new AnswersStream({
      open: async (stream) => {
        const room = await rooms.own(await ownerId(), code);
        this.#watch(room.id).teachers.add(stream);
        return room;
      },
      loadSnapshot: async ({ id }) => {
        const room = await rooms.withId(id);
        const exercise = await roomExercises.present(room.id);
        const answers = exercise ? await roomAnswers.to(exercise) : [];
        const present = await participants.listOf(room);
        return { room, exercise, answers, participants: present, fullNetworks: countFullNetworks(present) };
      },
      onEnd: (stream) => this.#unwatch((room) => room.teachers.delete(stream)),
    });
  }

  /** Streams the current exercise to a participant of a room. The first `next` fails if they are not in the room. */
  exercises(code: string, attendee: () => Promise<Attendee>): AsyncIterableIterator<Participation> {
    const { participants } = this.deps;
    return new ExerciseStream({
      open: async (stream) => {
        const place = await participants.require(code, await attendee());
        this.#watch(place.roomId).attendees.add(stream);
        return place;
      },
      loadParticipation: (place) => this.loadParticipation(place),
      onEnd: (stream) => this.#unwatch((room) => room.attendees.delete(stream)),
    });
  }

  async loadParticipation(place: Place): Promise<Participation> {
    const { roomExercises, roomAnswers } = this.deps;
    const exercise = await roomExercises.present(place.roomId);
    return { place, exercise, answer: exercise && (await roomAnswers.of(place.id, exercise)) };
  }

  /**
   * Ends the streams of people whose room has expired or who are no longer in it, and closes rooms whose owner may no
   * longer log in. Also makes up for changes that this process missed. Called every few seconds.
   */
  async review(): Promise<void> {
    const open = await this.deps.rooms.closeAbandoned();
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

  /**
   * Ends guests' sockets after a delay, so that the last event is sent first. They can do nothing in the meantime,
   * since each call is verified again.
   */
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

  /** Retries failed look-ups in full with the next change of the room. */
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
