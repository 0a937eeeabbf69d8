import { type Message, message } from '../../../i18n/message.js';
import { InvalidArgument } from '../invalid-argument.js';
import { SEED_MAX_LENGTH } from '../rules/exercises/exercise.js';
import { EXERCISES_OF_SHEET, SHEET_VERSION } from '../rules/exercises/sheet.js';
import type { RuleKey } from '../rules/sign-text.js';

/** A level is not 1, 2 or 3: 400. */
export class NotALevel extends InvalidArgument {
  constructor() {
    super('conversion.notALevel', 'level');
  }
}

/** A seed is empty or too long: 400. */
export class NotASeed extends InvalidArgument {
  constructor() {
    super(message('conversion.notASeed', { maximum: SEED_MAX_LENGTH }), 'seed');
  }
}

/** There is no such version of sheets: 400. */
export class NotAVersion extends InvalidArgument {
  constructor() {
    super(message('conversion.notAVersion', { maximum: SHEET_VERSION }), 'version');
  }
}

/** A sheet has no exercise at this position: 400. */
export class NoSuchExercise extends InvalidArgument {
  constructor() {
    super(message('conversion.noSuchExercise', { maximum: EXERCISES_OF_SHEET }), 'position');
  }
}

/** The parts of a mixed sheet are too many or too long, or one is none: 400. */
export class NotAMixedSheet extends InvalidArgument {
  constructor(problem: Message<RuleKey>) {
    super(problem, 'parts');
  }
}
