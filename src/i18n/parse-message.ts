import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * Parses a message of a catalogue (ICU MessageFormat); returns a plain string if it takes no values. Tags are treated
 * as text, since no message is HTML.
 *
 * @throws {SyntaxError} if it is malformed.
 */
export function parseMessage(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { ignoreTag: true });
  const texts = elements.map((element) => (element.type === TYPE.literal ? element.value : undefined));
  return texts.includes(undefined) ? elements : texts.join('');
}
