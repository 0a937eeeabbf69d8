/** Returns the length of a string in characters as readers count them; JavaScript's `length` counts some as two. */
export function characterCount(text: string): number {
  return [...text].length;
}
