import { message } from '../i18n/message.js';
import { VigiaError } from '../shared/errors/vigia-error.js';

/** There is no rule with this id, perhaps no more: 404 `not_found`. */
export class NoSuchAlertRule extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('alerts.noSuchRule');
  }
}

/** There are as many rules as there may be: 400 `too_many_rules`. */
export class TooManyAlertRules extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'too_many_rules';

  constructor(maximum: number) {
    super(message('alerts.tooManyRules', { maximum }));
  }
}

/** There is no incident with this id, perhaps no more: 404 `not_found`. */
export class NoSuchIncident extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('alerts.noSuchIncident');
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

/** There is no silence with this id, perhaps no more: 404 `not_found`. */
export class NoSuchSilence extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('alerts.noSuchSilence');
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
