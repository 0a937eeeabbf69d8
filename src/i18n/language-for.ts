/**
 * Returns the best match for a tag such as `en-GB` among some languages, preferring the narrower of `pt` and `pt-PT`.
 */
export function languageFor(tag: string, languages: readonly string[]): string | undefined {
  const wanted = `${tag.toLowerCase()}-`;
  const fitting = languages.filter((language) => wanted.startsWith(`${language.toLowerCase()}-`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}
