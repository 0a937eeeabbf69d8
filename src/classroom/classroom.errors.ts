import { message } from '../i18n/message.js';
import { VigiaError } from '../shared/errors/vigia-error.js';

/** There are as many open rooms as there may be, of the caller or of all: 400 `too_many_rooms`. */
export class TooManyRooms extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_rooms';

  constructor(ownMaximum: number | undefined) {
    super(
      ownMaximum === undefined
        ? 'classroom.tooManyRooms'
        : message('classroom.tooManyOwnRooms', { maximum: ownMaximum }),
    );
  }
}

/** The room has as many participants as it may have: 400 `room_full`. */
export class RoomFull extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'room_full';

  constructor(maximum: number) {
    super(message('classroom.roomFull', { maximum }));
  }
}

/** The room is for people with an account: 403 `account_needed`. */
export class AccountNeeded extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'account_needed';

  constructor() {
    super('classroom.accountNeeded');
  }
}

/** As many exercises have been sent as may be: 400 `too_many_exercises`. */
export class TooManyExercises extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_exercises';

  constructor(maximum: number) {
    super(message('classroom.tooManyExercises', { maximum }));
  }
}

/** Another exercise is the present one by now: 400 `exercise_over`. */
export class ExerciseOver extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'exercise_over';

  constructor() {
    super('classroom.exerciseOver');
  }
}

/** The exercise is solved, or all tries are used up: 400 `no_tries_left`. */
export class NoTriesLeft extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'no_tries_left';

  constructor() {
    super('classroom.noTriesLeft');
  }
}
