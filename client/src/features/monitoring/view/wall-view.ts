export function isWall(search: string): boolean {
  return new URLSearchParams(search).has('parede');
}

/** Turns wall mode on or off in a query string, keeping other parameters. */
export function searchWithWall(search: string, wall: boolean): string {
  const words = new URLSearchParams(search);
  words.delete('parede');
  return formatSearch(wall ? new URLSearchParams([['parede', ''], ...words]) : words);
}

/** Formats a readable query string: parameters without a value have no `=`, and the colons in times are not escaped. */
export function formatSearch(words: URLSearchParams): string {
  const text = words
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll(/=(?=&|$)/g, '');
  return text && `?${text}`;
}
