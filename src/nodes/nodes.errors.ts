import { VigiaError } from '../shared/errors/vigia-error.js';

/** No node has this id, or it has only just started: 404 `not_found`. Only staff see it. */
export class NoSuchNode extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super('nodes.noSuchNode');
  }
}
