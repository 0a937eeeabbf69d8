import type { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomExercise } from '../exercises/room-exercise.entity.js';
import type { Place } from '../participants/participants.js';
import { RoomStream } from './room-stream.js';

/** What a participant sees: who they are, what is asked, and what they have answered. */
export interface Participation {
  readonly place: Place;
  /** The present exercise; null before the first. */
  readonly exercise: RoomExercise | null;
  readonly answer: RoomAnswer | null;
  /** Set in the last event: the room is over, or the participant was removed. */
  readonly isOver?: true;
}

interface ExerciseStreamDeps {
  /** Finds the participant, and has the stream told what happens in their room from then on. */
  readonly open: (stream: ExerciseStream) => Promise<Place>;
  readonly participationOf: (place: Place) => Promise<Participation>;
  readonly onEnd: (stream: ExerciseStream) => void;
}

/** The present exercise for one participant: at once, then each one that is sent. It ends when they are removed. */
export class ExerciseStream extends RoomStream<Participation> {
  #place: Place | undefined;
  #isStale = true;
  #isOver = false;
  /** An exercise that has just been sent, to which nobody has answered yet. */
  #sent: RoomExercise | undefined;

  constructor(private readonly deps: ExerciseStreamDeps) {
    super(() => deps.onEnd(this));
  }

  get participantId(): number | undefined {
    return this.#place?.id;
  }

  /** The room is over, or the participant was removed: they are told so, and no more. */
  noteOver(): void {
    this.#isOver = true;
  }

  noteSent(exercise: RoomExercise): void {
    this.#sent = exercise;
  }

  /** Changes may have been missed. */
  noteAll(): void {
    this.#isStale = true;
  }

  protected override get isDue(): boolean {
    return this.#isOver || this.#isStale || this.#sent !== undefined;
  }

  protected override async begin(): Promise<void> {
    this.#place = await this.deps.open(this);
  }

  protected override async take(): Promise<Participation> {
    const place = this.#place as Place;
    if (this.#isOver) {
      this.end();
      return { place, exercise: null, answer: null, isOver: true };
    }
    const exercise = this.#sent;
    this.#sent = undefined;
    if (exercise && !this.#isStale) return { place, exercise, answer: null };
    this.#isStale = false;
    return this.deps.participationOf(place);
  }
}
