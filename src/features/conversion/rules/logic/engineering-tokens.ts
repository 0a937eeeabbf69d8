import { type Token, tokenOf } from './expression-token.js';
import { PRIMES, type Spellings } from './spellings.js';
import { wordOperations } from './word-operations.js';

/** Bars above a letter: as an overline or a macron after it, or in one character with it. */
const BAR = String.raw`[\u0304\u0305]`;
const LETTER = '[A-ZĀĒĪŌŪȲḠ]';

/**
 * Matches a variable in engineering notation, which is one letter with optional digits: `AB` is A·B, and `A1B0` is
 * A1·B0. Everything after a `_` belongs to the name: `X_IN`. An overline is a mark after each character that it covers.
 */
const VARIABLES = new RegExp(String.raw`${LETTER}(?:${BAR}?\d)*(?:${BAR}?_(?:${BAR}?[A-Z\d_])*)?${BAR}*`, 'giu');

/** Matches a variable of which every character has a bar. */
const BARRED = new RegExp(String.raw`^[A-Z]${BAR}(?:[A-Z\d_]${BAR})*$`, 'iu');

/**
 * Returns the tokens of a word or sign in engineering notation, with undefined for an invalid one. Words for operations
 * are kept whole (`OR` is not O·R); any other word is a product of variables.
 */
export function readEngineeringTokens(
  found: string,
  position: number,
  operations: Spellings,
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

/**
 * Returns the tokens of a word that is a product of a function's variables: `AB` in `F(A, B) = AB`; undefined for any
 * other word.
 */
export function readProductOf(
  names: ReadonlySet<string>,
  { found, position }: Pick<Token, 'found' | 'position'>,
  operations: Spellings,
): Token[] | undefined {
  const word = found.normalize('NFC').toUpperCase();
  if (names.size === 0 || names.has(word) || wordOperations.has(word)) return undefined;
  const tokens = readEngineeringTokens(found, position, operations);
  const isFactor = (token: Token | undefined) =>
    token?.kind === 'prime' || (token?.kind === 'variable' && names.has(token.name));
  if (tokens.length < 2 || !tokens.every(isFactor)) return undefined;
  const and: Token = { kind: 'operation', operation: 'AND', isImplied: true, found, position };
  return (tokens as Token[]).flatMap((token, index) =>
    token.kind === 'variable' && index > 0 ? [and, token] : [token],
  );
}

/** Returns a variable with a bar above all of its name, followed by a prime; undefined for any other word. */
export function barredVariable(found: string, position: number): Token[] | undefined {
  return BARRED.test(found.normalize('NFD')) ? variableTokens(found, position) : undefined;
}

/** Returns a variable, followed by a prime for each overline. */
function variableTokens(found: string, position: number): Token[] {
  const decomposed = found.normalize('NFD');
  const name = decomposed.replaceAll(/[\u0304\u0305]/g, '').toUpperCase();
  const atEnd = /[\u0304\u0305]*$/.exec(decomposed)?.[0].length ?? 0;
  const lines = atEnd || Number(name.length < decomposed.length);
  const primes = Array.from({ length: lines }, (): Token => ({ kind: 'prime', found, position }));
  return [{ kind: 'variable', name, found, position }, ...primes];
}
