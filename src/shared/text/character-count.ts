/** Returns the length of a text in characters as readers count them; some have two units of JavaScript's `length`. */
export function characterCount(text: string): number {
  return [...text].length;
}
