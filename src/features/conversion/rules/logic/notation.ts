/**
 * Notations used in teaching logic. They differ in the signs that they use and in the meaning of ambiguous ones: `^` is
 * AND in mathematics and XOR in the others.
 */
export const notations = ['WORDS', 'MATHEMATICS', 'ENGINEERING', 'PROGRAMMING'] as const;

export type Notation = (typeof notations)[number];

export function isNotation(name: unknown): name is Notation {
  return notations.some((notation) => notation === name);
}
