import type { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomExercise } from '../exercises/room-exercise.entity.js';
import type { RoomParticipant } from '../participants/room-participant.entity.js';
import type { Room } from '../room.entity.js';
import { RoomStream } from './room-stream.js';

/** What the owner of a room is pushed: all of the present exercise, or what has changed since the event before. */
export interface RoomAnswersEvent {
  /** Whether it has everything: what was known before is to be forgotten. */
  readonly isSnapshot: boolean;
  readonly isOpen: boolean;
  readonly isDoorOpen: boolean;
  /** How many networks have as many guests in the room as they may. */
  readonly fullNetworks: number;
  /** The present exercise; null before the first. */
  readonly exercise: RoomExercise | null;
  /** Who has joined. */
  readonly participants: readonly RoomParticipant[];
  /** Ids of who was removed. */
  readonly removed: readonly number[];
  /** Answers to the present exercise, each in place of the one before of the same participant. */
  readonly answers: readonly RoomAnswer[];
}

/** What is known of a room at a moment. */
export type RoomSnapshot = Pick<RoomAnswersEvent, 'exercise' | 'participants' | 'answers' | 'fullNetworks'> & {
  readonly room: Room;
};

/** More who were removed since the reader came last are told by a snapshot. */
const REMOVED_MAX = 200;

interface AnswersStreamDeps {
  /** Finds the room, if it is the subscriber's, and has the stream told what happens in it from then on. */
  readonly open: (stream: AnswersStream) => Promise<Room>;
  readonly snapshotOf: (room: Room) => Promise<RoomSnapshot>;
  readonly onEnd: (stream: AnswersStream) => void;
}

/** The answers of a room for one reader. Who reads slowly gets more at once, never more than the room has. */
export class AnswersStream extends RoomStream<RoomAnswersEvent> {
  #room: Room | undefined;
  #exercise: RoomExercise | null = null;
  #needsSnapshot = true;
  #isOpen = true;
  #isDoorOpen = true;
  #fullNetworks = 0;
  #hasChanged = false;
  readonly #participants = new Map<number, RoomParticipant>();
  readonly #removed = new Set<number>();
  readonly #answers = new Map<number, RoomAnswer>();

  constructor(private readonly deps: AnswersStreamDeps) {
    super(() => deps.onEnd(this));
  }

  noteParticipants(participants: readonly RoomParticipant[]): void {
    for (const participant of participants) this.#participants.set(participant.id, participant);
    this.#hasChanged ||= participants.length > 0;
  }

  noteRemoved(ids: readonly number[]): void {
    for (const id of ids) {
      this.#participants.delete(id);
      this.#removed.add(id);
      for (const [key, answer] of this.#answers) if (answer.participant.id === id) this.#answers.delete(key);
    }
    if (this.#removed.size > REMOVED_MAX) this.noteAll();
    this.#hasChanged = true;
  }

  noteAnswers(answers: readonly RoomAnswer[]): void {
    for (const answer of answers) this.#answers.set(answer.id, answer);
    this.#hasChanged ||= answers.length > 0;
  }

  noteClosed(): void {
    this.#hasChanged ||= this.#isOpen;
    this.#isOpen = false;
  }

  /** Something that takes a snapshot: another exercise, who may join, or changes that were missed. */
  noteAll(): void {
    this.#needsSnapshot = true;
  }

  protected override get isDue(): boolean {
    return this.#needsSnapshot || this.#hasChanged;
  }

  protected override async begin(): Promise<void> {
    this.#room = await this.deps.open(this);
    this.#isOpen = this.#room.closedAt === null;
  }

  protected override async take(): Promise<RoomAnswersEvent> {
    if (this.#needsSnapshot && this.#room) return this.#takeSnapshot(this.#room);
    const present = this.#exercise?.id;
    const event: RoomAnswersEvent = {
      isSnapshot: false,
      ...this.#state(),
      exercise: this.#exercise,
      participants: [...this.#participants.values()],
      removed: [...this.#removed],
      answers: [...this.#answers.values()].filter(({ exercise }) => exercise.id === present),
    };
    this.#forget();
    return event;
  }

  /** What is noted while the snapshot is read is told again with the next event: it may not be in it. */
  async #takeSnapshot(room: Room): Promise<RoomAnswersEvent> {
    this.#needsSnapshot = false;
    this.#forget();
    const { room: present, exercise, participants, answers, fullNetworks } = await this.deps.snapshotOf(room);
    this.#exercise = exercise;
    this.#isDoorOpen = present.isDoorOpen;
    this.#fullNetworks = fullNetworks;
    return { isSnapshot: true, ...this.#state(), exercise, participants, removed: [], answers };
  }

  #state() {
    return { isOpen: this.#isOpen, isDoorOpen: this.#isDoorOpen, fullNetworks: this.#fullNetworks };
  }

  #forget(): void {
    this.#hasChanged = false;
    this.#participants.clear();
    this.#removed.clear();
    this.#answers.clear();
  }
}
