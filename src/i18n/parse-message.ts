import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/**
 * A sentence of a catalogue (ICU MessageFormat) as what it consists of, or as a text where it takes no values. Tags are
 * text like any other: no sentence is HTML.
 *
 * @throws {SyntaxError} when it is malformed.
 */
export function parseMessage(text: string): string | MessageFormatElement[] {
  const elements = parse(text, { ignoreTag: true });
  const texts = elements.map((element) => (element.type === TYPE.literal ? element.value : undefined));
  return texts.includes(undefined) ? elements : texts.join('');
}
