import type { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomExercise } from '../exercises/room-exercise.entity.js';
import type { RoomParticipant } from '../participants/room-participant.entity.js';
import type { Room } from '../room.entity.js';
import { RoomStream } from './room-stream.js';

/** An event for a room's owner: everything about the current exercise, or the changes since the previous event. */
export interface RoomAnswersEvent {
  /** Whether the event is complete, in which case earlier events must be discarded. */
  readonly isSnapshot: boolean;
  readonly isOpen: boolean;
  readonly isDoorOpen: boolean;
  /** Number of networks that have reached the room's limit of guests. */
  readonly fullNetworks: number;
  /** The current exercise; null before the first. */
  readonly exercise: RoomExercise | null;
  readonly participants: readonly RoomParticipant[];
  /** Ids of removed participants. */
  readonly removed: readonly number[];
  /** Answers to the current exercise; each replaces the participant's previous one. */
  readonly answers: readonly RoomAnswer[];
}

export type RoomSnapshot = Pick<RoomAnswersEvent, 'exercise' | 'participants' | 'answers' | 'fullNetworks'> & {
  readonly room: Room;
};

/** Maximum removals since the previous event; with more, the reader gets a snapshot instead. */
const REMOVED_MAX = 200;

interface AnswersStreamDeps {
  /** Finds the subscriber's room, and subscribes the stream to its changes. */
  readonly open: (stream: AnswersStream) => Promise<Room>;
  readonly loadSnapshot: (room: Room) => Promise<RoomSnapshot>;
  readonly onEnd: (stream: AnswersStream) => void;
}

/**
 * Streams the answers of a room to one reader. A slow reader gets larger events, but never larger than the whole room.
 */
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

  /** Makes the next event a snapshot, because of a new exercise, a change in who may join, or missed changes. */
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

  /**
   * Takes a snapshot. Changes noted while it is being read are kept for the next event, since the snapshot may lack
   * them.
   */
  async #takeSnapshot(room: Room): Promise<RoomAnswersEvent> {
    this.#needsSnapshot = false;
    this.#forget();
    const { room: present, exercise, participants, answers, fullNetworks } = await this.deps.loadSnapshot(room);
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
