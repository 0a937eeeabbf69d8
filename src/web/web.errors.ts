import { VigiaError } from '../shared/vigia-error.js';

/** No page or operation has this address: 404 `not_found`. */
export class NotFound extends VigiaError {
  readonly kind = 'notFound';
  readonly code = 'not_found';

  constructor() {
    super({ pt: 'Não há nada neste endereço.', en: 'There is nothing at this address.' });
  }
}

/** The address exists, but not for this method: 405 `method_not_allowed`. */
export class MethodNotAllowed extends VigiaError {
  readonly kind = 'methodNotAllowed';
  readonly code = 'method_not_allowed';

  constructor(method: string) {
    super({ pt: `Método ${method} não é permitido.`, en: `Method ${method} is not allowed.` });
  }
}

/** The form or mutation does not prove that it comes from this site: 403 `csrf_failed`. */
export class CsrfFailed extends VigiaError {
  readonly kind = 'forbidden';
  readonly code = 'csrf_failed';

  constructor() {
    super({
      pt: 'Esta página ficou aberta tempo demais, ou o envio veio de outro endereço. Volte, recarregue e tente de novo.',
      en: 'This page was open for too long, or it was sent from another address. Go back, reload and try again.',
    });
  }
}

/** The body is not what its content type says: 400 `parse_error`. */
export class UnreadableBody extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'parse_error';

  constructor() {
    super({ pt: 'O corpo do pedido não pôde ser lido.', en: 'The body of the request could not be read.' });
  }
}

/** The body is over the limit: 413 `too_large`. */
export class BodyTooLarge extends VigiaError {
  readonly kind = 'tooLarge';
  readonly code = 'too_large';

  constructor(limitBytes: number) {
    const kib = limitBytes / 1024;
    super({
      pt: `O corpo do pedido passa de ${kib.toLocaleString('pt-BR')} KiB.`,
      en: `The body of the request is over ${kib.toLocaleString('en-GB')} KiB.`,
    });
  }
}

/** The body is of a type that this address does not take: 415 `unsupported_media_type`. */
export class UnsupportedBody extends VigiaError {
  readonly kind = 'unsupportedMediaType';
  readonly code = 'unsupported_media_type';

  constructor() {
    super({
      pt: 'Envie o corpo como application/json ou application/x-www-form-urlencoded, em UTF-8.',
      en: 'Send the body as application/json or application/x-www-form-urlencoded, in UTF-8.',
    });
  }
}
