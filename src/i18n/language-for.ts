/** The one of some languages that a tag such as `en-GB` asks for; of `pt` and `pt-PT` the narrower. */
export function languageFor(tag: string, languages: readonly string[]): string | undefined {
  const wanted = `${tag.toLowerCase()}-`;
  const fitting = languages.filter((language) => wanted.startsWith(`${language.toLowerCase()}-`));
  return fitting.sort((a, b) => b.length - a.length)[0];
}
