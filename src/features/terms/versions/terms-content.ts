import { message } from '../../../i18n/message.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { CONTENT_MAX_LENGTH } from '../rendering/terms-limits.js';

/**
 * Returns a version's text for storage: as typed, but with normalised line ends.
 *
 * @throws {InvalidFields} naming `content` when it is blank, has more than 200,000 characters (code points), or
 * contains NUL or a lone surrogate (contract 6, promise 25).
 */
export function readContent(typed: string): string {
  if (!typed.isWellFormed() || typed.includes('\0')) {
    throw new InvalidFields({ content: ['terms.contentUnreadable'] });
  }
  const content = typed.replace(/\r\n?/g, '\n');
  if (!VISIBLE.test(content)) throw new InvalidFields({ content: ['terms.contentMissing'] });
  const length = charactersIn(content);
  if (length > CONTENT_MAX_LENGTH)
    throw new InvalidFields({ content: [message('terms.contentTooLong', { length, maximum: CONTENT_MAX_LENGTH })] });
  return content;
}

/** Matches anything but white space, control characters and format characters. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}]/u;

/** Counts the code points of a well-formed text, where those outside the basic plane have two code units each. */
function charactersIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF]/g)?.length ?? 0);
}
