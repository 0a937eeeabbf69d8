import { VigiaError } from '../../shared/errors/vigia-error.js';

/** There is no channel with this id or name: 404 `not_found`. */
export class NoSuchChannel extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('alerts.channels.noSuchChannel');
  }
}
