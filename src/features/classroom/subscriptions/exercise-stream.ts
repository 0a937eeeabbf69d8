import type { RoomAnswer } from '../exercises/room-answer.entity.js';
import type { RoomExercise } from '../exercises/room-exercise.entity.js';
import type { Place } from '../participants/participants.js';
import { RoomStream } from './room-stream.js';

/** A participant's view: their place, the exercise, and their answer. */
export interface Participation {
  readonly place: Place;
  /** The current exercise; null before the first. */
  readonly exercise: RoomExercise | null;
  readonly answer: RoomAnswer | null;
  /** Set in the last event, after the room was closed or the participant was removed. */
  readonly isOver?: true;
}

interface ExerciseStreamDeps {
  /** Finds the participant, and subscribes the stream to the changes of their room. */
  readonly open: (stream: ExerciseStream) => Promise<Place>;
  readonly loadParticipation: (place: Place) => Promise<Participation>;
  readonly onEnd: (stream: ExerciseStream) => void;
}

/**
 * Streams the current exercise to one participant, starting immediately, and every exercise sent later. Ends when the
 * participant is removed or the room is closed.
 */
export class ExerciseStream extends RoomStream<Participation> {
  #place: Place | undefined;
  #isStale = true;
  #isOver = false;
  /** An exercise that has just been sent, so it has no answers yet. */
  #sent: RoomExercise | undefined;

  constructor(private readonly deps: ExerciseStreamDeps) {
    super(() => deps.onEnd(this));
  }

  get participantId(): number | undefined {
    return this.#place?.id;
  }

  /** Makes the next event the last one, because the room is closed or the participant was removed. */
  noteOver(): void {
    this.#isOver = true;
  }

  noteSent(exercise: RoomExercise): void {
    this.#sent = exercise;
  }

  /** Notes that changes may have been missed, so everything has to be read again. */
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
    return this.deps.loadParticipation(place);
  }
}
