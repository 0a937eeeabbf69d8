import { message } from '../../../i18n/message.js';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import { CONNECTIONS_OF_USER_MAX } from './connections.js';

/** The user, their network, or all users together have as many connections as they may: 503 `busy`. */
export class TooManyConnections extends VigiaError {
  readonly kind = 'busy';
  readonly code = 'busy';

  constructor(retryAfterSeconds: number) {
    super(message('graphql.tooManyConnections', { maximum: CONNECTIONS_OF_USER_MAX }), { retryAfterSeconds });
  }
}
