import { message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** There are as many open rooms as there may be, of the caller, of their network or of all: 400 `too_many_rooms`. */
export class TooManyRooms extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_rooms';

  constructor(of: { readonly owner: number } | 'network' | 'all') {
    super(
      of === 'all'
        ? 'classroom.tooManyRooms'
        : of === 'network'
          ? 'classroom.tooManyRoomsOfNetwork'
          : message('classroom.tooManyOwnRooms', { maximum: of.owner }),
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

/** As many guests as may have joined from the network of the caller: 400 `network_full`. */
export class NetworkFull extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'network_full';

  constructor() {
    super('classroom.networkFull');
  }
}

/** The owner of the room lets nobody else in at present: 403 `door_closed`. */
export class DoorClosed extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'door_closed';

  constructor() {
    super('classroom.doorClosed');
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
