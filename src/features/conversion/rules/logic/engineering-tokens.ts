import { type Token, tokenOf } from './expression-token.js';
import type { LogicOperationName } from './logic-operations.js';
import { wordOperations } from './word-operations.js';

/** Marks after or above an operand that negate it. Phones type `’` for `'`. */
export const PRIMES: ReadonlySet<string> = new Set(["'", '’', '′', '‾', '¯', '\u0305']);

/**
 * Matches a variable in engineering notation, which is one letter with optional digits: `AB` is A·B, and `A1B0` is
 * A1·B0. Everything after a `_` belongs to the name: `X_IN`. An overline is a mark after each character that it covers.
 */
const VARIABLES = /[A-Z](?:\u0305?\d)*(?:\u0305?_(?:\u0305?[A-Z\d_])*)?\u0305*/giu;

/**
 * Returns the tokens of a word or sign in engineering notation, with undefined for an invalid one. Words for operations
 * are kept whole (`OR` is not O·R); any other word is a product of variables.
 */
export function readEngineeringTokens(
  found: string,
  position: number,
  operations: ReadonlyMap<string, LogicOperationName>,
): readonly (Token | undefined)[] {
  if (PRIMES.has(found)) return [{ kind: 'prime', found, position }];
  const word = found.normalize('NFC').toUpperCase();
  // A single letter is a variable, even the E that means AND elsewhere.
  const operation = operations.get(word) ?? (found.length > 1 ? wordOperations.get(word) : undefined);
  if (operation) return [{ kind: 'operation', operation, found, position }];
  if (!/^\p{L}/u.test(found)) return [tokenOf(found, position, operations)];
  const variables = [...found.matchAll(VARIABLES)];
  const isAll = variables.reduce((length, [variable]) => length + variable.length, 0) === found.length;
  return isAll
    ? variables.flatMap(({ 0: variable, index }) => variableTokens(variable, position + index))
    : [undefined];
}

/** Returns a variable, followed by a prime for each overline. */
function variableTokens(found: string, position: number): Token[] {
  const name = found.replaceAll('\u0305', '').toUpperCase();
  const atEnd = /\u0305*$/.exec(found)?.[0].length ?? 0;
  const lines = atEnd || Number(found.includes('\u0305'));
  const primes = Array.from({ length: lines }, (): Token => ({ kind: 'prime', found, position }));
  return [{ kind: 'variable', name, found, position }, ...primes];
}
