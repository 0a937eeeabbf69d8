/** Parses comma-separated tags into the form the server stores: lower case, without duplicates. */
export function tagsOfText(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim().toLowerCase());
  return [...new Set(tags)].filter(Boolean);
}
