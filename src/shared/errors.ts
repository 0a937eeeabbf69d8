import { durationText, type Text } from './text.js';
import type { FieldErrors } from './vigia-error.js';
import { VigiaError } from './vigia-error.js';

/** The request is not of the shape that the operation takes: 400 `invalid`. */
export class InvalidRequest extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';
}

/** One or more fields are wrong; names each with its faults: 400. */
export class InvalidFields extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(fields: FieldErrors) {
    super({ pt: 'Corrija os campos indicados.', en: 'Correct the fields named.' }, { fields });
  }
}

/** The caller must be signed in and is not: 401 `not_authenticated`. */
export class NotAuthenticated extends VigiaError {
  readonly kind = 'unauthenticated';
  readonly code = 'not_authenticated';

  constructor() {
    super({
      pt: 'As credenciais de autenticação não foram fornecidas.',
      en: 'Authentication credentials were not provided.',
    });
  }
}

/** The caller is known and may not do this: 403 `permission_denied`. */
export class PermissionDenied extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'permission_denied';

  constructor() {
    super({
      pt: 'Você não tem permissão para executar essa ação.',
      en: 'You do not have permission to perform this action.',
    });
  }
}

/** The caller has used up an allowance; more after `retryAfterSeconds`: 429 `rate_limited`. */
export class RateLimited extends VigiaError {
  readonly kind = 'rateLimited';
  readonly code = 'rate_limited';

  /** @param of what there was too much, where that needs saying. */
  constructor(retryAfterSeconds: number, of: (seconds: number) => Text = tooManyRequests) {
    super(of(retryAfterSeconds), { retryAfterSeconds });
  }
}

function tooManyRequests(seconds: number): Text {
  return {
    pt: `Limite de pedidos excedido. Tente de novo em ${durationText(seconds)}.`,
    en: `Request limit exceeded. Try again in ${durationText(seconds)}.`,
  };
}

/**
 * The service cannot take this now; try again after `retryAfterSeconds`: 503 `busy`. A `cause`, where there is one, is
 * for the log.
 */
export class Busy extends VigiaError {
  readonly kind = 'busy';
  readonly code = 'busy';

  constructor(retryAfterSeconds: number, cause?: Error) {
    super(
      {
        pt: `Serviço ocupado. Tente de novo em ${retryAfterSeconds} s.`,
        en: `The service is busy. Try again in ${retryAfterSeconds} s.`,
      },
      { retryAfterSeconds },
    );
    if (cause) this.cause = cause;
  }
}
