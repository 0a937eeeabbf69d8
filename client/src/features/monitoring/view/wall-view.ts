/** Whether a query string asks for the wall mode. */
export function isWall(search: string): boolean {
  return new URLSearchParams(search).has('parede');
}

/** Turns the wall mode on or off in a query string, whose other words stay. */
export function searchWithWall(search: string, wall: boolean): string {
  const words = new URLSearchParams(search);
  words.delete('parede');
  return searchOf(wall ? new URLSearchParams([['parede', ''], ...words]) : words);
}

/** A query string as people would write it: a word without a value has no `=`, and the colons of a time are legible. */
export function searchOf(words: URLSearchParams): string {
  const text = words
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll(/=(?=&|$)/g, '');
  return text && `?${text}`;
}
