import type { Message } from '../../i18n/message.js';
import { VigiaError } from '../../shared/errors/vigia-error.js';

/** Invalid arguments of a calculation: 400, with the same message for each of them. */
export abstract class InvalidArgument extends VigiaError {
  readonly kind = 'invalid';
  readonly code = 'invalid';

  constructor(text: Message, ...args: readonly string[]) {
    super(text, { fields: Object.fromEntries(args.map((argument) => [argument, [text]])) });
  }
}
