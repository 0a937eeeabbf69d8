import { message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** The caller, their network or all users together have reached the limit of open rooms: 400 `too_many_rooms`. */
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

/** The results of as many lessons as one person may have are kept already: 400 `too_many_lessons`. */
export class TooManyLessons extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_lessons';

  constructor(maximum: number) {
    super(message('classroom.tooManyLessons', { maximum }));
  }
}

/** The room has reached its limit of participants: 400 `room_full`. */
export class RoomFull extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'room_full';

  constructor(maximum: number) {
    super(message('classroom.roomFull', { maximum }));
  }
}

/** The room has reached its limit of guests from the caller's network: 400 `network_full`. */
export class NetworkFull extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'network_full';

  constructor() {
    super('classroom.networkFull');
  }
}

/** The room's owner has closed it to newcomers: 403 `door_closed`. */
export class DoorClosed extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'door_closed';

  constructor() {
    super('classroom.doorClosed');
  }
}

/** The room requires an account: 403 `account_needed`. */
export class AccountNeeded extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'account_needed';

  constructor() {
    super('classroom.accountNeeded');
  }
}

/** The room has reached its limit of exercises: 400 `too_many_exercises`. */
export class TooManyExercises extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_exercises';

  constructor(maximum: number) {
    super(message('classroom.tooManyExercises', { maximum }));
  }
}

/** The exercise is no longer the current one: 400 `exercise_over`. */
export class ExerciseOver extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'exercise_over';

  constructor() {
    super('classroom.exerciseOver');
  }
}

/** The exercise is already solved, or all tries are used up: 400 `no_tries_left`. */
export class NoTriesLeft extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'no_tries_left';

  constructor() {
    super('classroom.noTriesLeft');
  }
}
