/**
 * Returns the most specific of the given languages that matches a tag, e.g. `en` for `en-GB`, or `pt-PT` in preference
 * to `pt`; undefined if none does.
 */
export function languageFor(tag: string, languages: readonly string[]): string | undefined {
  const wanted = `${tag.toLowerCase()}-`;
  const fitting = languages.filter((language) => wanted.startsWith(`${language.toLowerCase()}-`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}
