/** The tags of a text in which they stand with commas between them, as the server keeps them: in lower case, each once. */
export function tagsOfText(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags)].filter(Boolean);
}
