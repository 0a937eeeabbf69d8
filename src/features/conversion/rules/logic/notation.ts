/**
 * The ways in which lessons write logic. They differ in what a text is written with, and in how the signs are read that
 * mean something else in another one: `^` is AND in mathematics and XOR in the others.
 */
export const notations = ['WORDS', 'MATHEMATICS', 'ENGINEERING', 'PROGRAMMING'] as const;

export type Notation = (typeof notations)[number];

/** Whether a text names a notation. */
export function isNotation(name: unknown): name is Notation {
  return notations.some((notation) => notation === name);
}
