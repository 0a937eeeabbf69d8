import { message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** The maximum number of rules is reached: 400 `too_many_rules`. */
export class TooManyAlertRules extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_rules';

  constructor(maximum: number) {
    super(message('alerts.tooManyRules', { maximum }));
  }
}

/** The incident has ended, so there are no messages left to stop: 400 `incident_over`. */
export class IncidentOver extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'incident_over';

  constructor() {
    super('alerts.incidentOver');
  }
}

/** The rule leaves acknowledging to operators and staff: 403 `permission_denied`. */
export class OperatorsAcknowledge extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'permission_denied';

  constructor() {
    super('alerts.operatorsAcknowledge');
  }
}

/** The member has acknowledged the incident before: 400 `acknowledged_before`. */
export class AcknowledgedBefore extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'acknowledged_before';

  constructor() {
    super('alerts.acknowledgedBefore');
  }
}

/** The maximum number of silences is reached: 400 `too_many_silences`. */
export class TooManySilences extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_silences';

  constructor(maximum: number) {
    super(message('alerts.tooManySilences', { maximum }));
  }
}
