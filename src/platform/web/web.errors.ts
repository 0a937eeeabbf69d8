import { type Message, message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** Wrong method for an existing path: 405 `method_not_allowed`. */
export class MethodNotAllowed extends VigiaError {
  readonly kind = 'methodNotAllowed';
  readonly code = 'method_not_allowed';

  /** @param allowed methods of the path, as in `Allow`. */
  constructor(method: string, allowed: string) {
    super(message('web.methodNotAllowed', { method, allowed }));
  }
}

/** The client accepts no type in which this path answers: 406 `not_acceptable`. */
export class NotAcceptable extends VigiaError {
  readonly kind = 'notAcceptable';
  readonly code = 'not_acceptable';

  constructor(type: string) {
    super(message('web.notAcceptable', { type }));
  }
}

/** No proof that the form or mutation comes from this site: 403 `csrf_failed`. */
export class CsrfFailed extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'csrf_failed';

  constructor(text: Message = 'web.csrfFailed') {
    super(text);
  }
}

/** The body does not match its content type: 400 `parse_error`. */
export class UnreadableBody extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'parse_error';

  constructor() {
    super('web.unreadableBody');
  }
}

/** The body is over the limit: 413 `too_large`. */
export class BodyTooLarge extends VigiaError {
  readonly kind = 'tooLarge';
  readonly code = 'too_large';

  constructor(limitBytes: number) {
    super(message('web.bodyTooLarge', { kib: limitBytes / 1024 }));
  }
}

/** The body has a type that this path does not accept: 415 `unsupported_media_type`. */
export class UnsupportedBody extends VigiaError {
  readonly kind = 'unsupportedMediaType';
  readonly code = 'unsupported_media_type';

  constructor(text: Message = 'web.unsupportedBody') {
    super(text);
  }
}
