/** The languages that Vigia speaks; Portuguese is the first (contract 8). */
export const languages = ['pt', 'en'] as const;

/** One of the languages that Vigia speaks. */
export type Language = (typeof languages)[number];

/** A sentence that people read, in every language. A missing twin does not compile. */
export type Text = Readonly<Record<Language, string>>;

/** The value of the HTML attribute `lang` for each language. */
export const htmlLang: Text = { pt: 'pt-BR', en: 'en' };

/** The sentences of a message file in one language, under the same keys. */
export function inLanguage<K extends string>(
  messages: Readonly<Record<K, Text>>,
  language: Language,
): Record<K, string> {
  return Object.fromEntries(Object.entries<Text>(messages).map(([key, text]) => [key, text[language]])) as Record<
    K,
    string
  >;
}

/** `2 h 5 min`, `9 min 59 s`, `59 s`: the same in every language. From an hour on, minutes are rounded up. */
export function durationText(seconds: number): string {
  const hasHours = seconds >= 3600;
  const minutes = hasHours ? Math.ceil(seconds / 60) : Math.floor(seconds / 60);
  const parts = [
    [Math.floor(minutes / 60), 'h'],
    [minutes % 60, 'min'],
    [hasHours ? 0 : seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count > 0 ? [`${count} ${unit}`] : [])).join(' ');
}
