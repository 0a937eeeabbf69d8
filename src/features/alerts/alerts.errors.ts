import { message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** There are as many rules as there may be: 400 `too_many_rules`. */
export class TooManyAlertRules extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_rules';

  constructor(maximum: number) {
    super(message('alerts.tooManyRules', { maximum }));
  }
}

/** The incident has ended, so there is no message left to stop: 400 `incident_over`. */
export class IncidentOver extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'incident_over';

  constructor() {
    super('alerts.incidentOver');
  }
}

/** There are as many silences as there may be at a time: 400 `too_many_silences`. */
export class TooManySilences extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_silences';

  constructor(maximum: number) {
    super(message('alerts.tooManySilences', { maximum }));
  }
}
