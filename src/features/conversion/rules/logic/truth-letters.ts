import type { Token } from './expression-token.js';
import type { Bit } from './logic-operations.js';
import type { Notation } from './notation.js';
import { wordOperations } from './word-operations.js';

const VALUES: ReadonlyMap<string, Bit> = new Map([
  ['V', 1],
  ['F', 0],
]);

/** Whether V and F may stand for true and false in a notation. Engineers and programmers use them as names. */
export function hasTruthLetters(notation: Notation | undefined): boolean {
  return notation === 'WORDS' || notation === 'MATHEMATICS';
}

/**
 * Whether V and F are read as constants beside these words: unless another one that is not an operation begins with a
 * capital.
 */
export function areTruthLetters(words: readonly string[]): boolean {
  return words.every((word) => VALUES.has(word) || !/^[A-Z]/.test(word) || wordOperations.has(word.toUpperCase()));
}

/** Whether a name would be read as a constant where {@link areTruthLetters} applies. */
export function isTruthLetter(name: string): boolean {
  return VALUES.has(name);
}

/**
 * Decides from all tokens of an expression whether V and F are true and false: if they are capitals, and every other
 * variable is not.
 *
 * @returns a function that gives the value of an operand; undefined for a variable.
 */
export function readTruthLetter(
  tokens: readonly Token[],
  notation: Notation | undefined,
): (operand: Token) => Bit | undefined {
  const words = tokens.flatMap((token) => (token.kind === 'variable' ? [token.found] : []));
  if (!hasTruthLetters(notation) || !areTruthLetters(words)) return () => undefined;
  return ({ found }) => VALUES.get(found);
}
