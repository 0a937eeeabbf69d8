import type { RoomExercise } from '../exercises/room-exercise.entity.js';
import type { RoomChanges } from '../room-changes.js';
import type { AnswersStream } from './answers-stream.js';
import type { ExerciseStream } from './exercise-stream.js';

interface ChangesToLookUp {
  readonly joined: readonly number[];
  readonly answers: readonly number[];
  readonly hasOtherExercise: boolean;
}

/** The watchers of a room at this node, and the changes that have not been looked up yet. */
export class WatchedRoom {
  readonly teachers = new Set<AnswersStream>();
  readonly attendees = new Set<ExerciseStream>();
  readonly #joined = new Set<number>();
  readonly #answers = new Set<number>();
  #hasOtherExercise = false;

  get isWatched(): boolean {
    return this.teachers.size > 0 || this.attendees.size > 0;
  }

  get hasChanges(): boolean {
    return this.#joined.size > 0 || this.#answers.size > 0 || this.#hasOtherExercise;
  }

  gather({ joined = [], answers = [], exercise }: RoomChanges): void {
    for (const one of joined) this.#joined.add(one);
    for (const one of answers) this.#answers.add(one);
    this.#hasOtherExercise ||= exercise === true;
  }

  takeChanges(): ChangesToLookUp {
    const changes = {
      joined: [...this.#joined],
      answers: [...this.#answers],
      hasOtherExercise: this.#hasOtherExercise,
    };
    this.#joined.clear();
    this.#answers.clear();
    this.#hasOtherExercise = false;
    return changes;
  }

  tellOfExercise(exercise: RoomExercise): void {
    for (const stream of this.attendees) {
      stream.noteSent(exercise);
      stream.wake();
    }
    for (const stream of this.teachers) stream.noteAll();
  }

  tellOfPlaces(): void {
    for (const stream of this.teachers) {
      stream.noteAll();
      stream.wake();
    }
  }

  tellOfRemoved(ids: readonly number[]): void {
    for (const stream of this.attendees) {
      if (stream.participantId !== undefined && ids.includes(stream.participantId)) tellOver(stream);
    }
    for (const stream of this.teachers) {
      stream.noteRemoved(ids);
      stream.wake();
    }
  }

  tellOfClosing(): void {
    for (const stream of this.attendees) tellOver(stream);
    for (const stream of this.teachers) {
      stream.noteClosed();
      stream.wake();
    }
  }

  /** Makes the next read of each stream load everything, since changes may have been missed. */
  noteAll(): void {
    for (const stream of [...this.teachers, ...this.attendees]) stream.noteAll();
  }

  wake(): void {
    for (const stream of [...this.teachers, ...this.attendees]) stream.wake();
  }
}

function tellOver(stream: ExerciseStream): void {
  stream.noteOver();
  stream.wake();
}
