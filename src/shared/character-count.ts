/** The length of a text as people count it: in characters, of which some are two units of JavaScript's `length`. */
export function characterCount(text: string): number {
  return [...text].length;
}
