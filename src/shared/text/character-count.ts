/** The length of a text in characters as readers count them, some of which are two units of JavaScript's `length`. */
export function characterCount(text: string): number {
  return [...text].length;
}
