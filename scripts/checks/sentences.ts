import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';

/** Returns the faults of a single message, for a reader of its language. */
export function faultsOfSentence(text: string, locale: string): string[] {
  if (text.trim() === '') return ['is empty'];
  try {
    return collectElements(text).flatMap((element) => findFaults(element, locale));
  } catch (error) {
    return [`is no ICU message: ${(error as Error).message}`];
  }
}

/**
 * Returns a message's distinct arguments with their kinds: `count plural`, `name`. Empty if the message is malformed.
 */
export function listArguments(text: string): string[] {
  try {
    const named = collectElements(text).flatMap((element) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound) return [];
      return element.type === TYPE.argument ? element.value : `${element.value} ${TYPE[element.type]}`;
    });
    return [...new Set(named)].sort();
  } catch {
    return [];
  }
}

/** The kinds that {@link formatMessage} supports. Dates are passed as text, in the reader's time zone. */
const WRITTEN = new Set([TYPE.literal, TYPE.argument, TYPE.number, TYPE.plural, TYPE.select, TYPE.pound]);

function findFaults(element: MessageFormatElement, locale: string): string[] {
  if (!WRITTEN.has(element.type)) return [`has a ${TYPE[element.type]}: only values, numbers, plurals and selects`];
  if (element.type !== TYPE.plural) return [];
  const { pluralCategories } = new Intl.PluralRules(locale, { type: element.pluralType }).resolvedOptions();
  const strange = Object.keys(element.options).filter(
    (option) => !option.startsWith('=') && !pluralCategories.some((category) => category === option),
  );
  return strange.map((option) => `has a plural "${option}", which ${locale} does not know`);
}

/** Returns the elements of a message, including those nested in plurals and selects. */
function collectElements(text: string): MessageFormatElement[] {
  const all = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
    elements.flatMap((element) => [
      element,
      ...('options' in element ? Object.values(element.options).flatMap(({ value }) => all(value)) : []),
    ]);
  return all(parse(text, { ignoreTag: true }));
}
