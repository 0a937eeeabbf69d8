import type { Bit, LogicOperationName } from './logic-operations.js';
import type { Spellings } from './spellings.js';

/** A word or symbol of an expression; `position` counts from 1, in characters of the typed text. */
export type Token = {
  readonly found: string;
  readonly position: number;
} /** Between the letters of a product such as `AB`, an AND is implied, whose text is the whole product. */ & (
  | { readonly kind: 'operation'; readonly operation: LogicOperationName; readonly isImplied?: boolean }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: Bit }
  | { readonly kind: 'open' | 'close' | 'end' }
  /** The words of “if A then B”. */
  | { readonly kind: 'if' | 'then' }
  /** A NOT written after its operand: `A'`. */
  | { readonly kind: 'prime' }
  /** Only in alert rules: numbers, times of day, quoted texts, other signs, and the cursor's position. */
  | { readonly kind: 'number' | 'clock' | 'quoted' | 'sign' | 'cursor' }
);

/** Returns the token for a word or sign, given the spellings of the operations; undefined if it is invalid. */
export function tokenOf(found: string, position: number, operations: Spellings): Token | undefined {
  const upper = found.normalize('NFC').toUpperCase();
  const operation = operations.get(upper);
  if (operation) return { kind: 'operation', operation, found, position };
  if (upper === '(') return { kind: 'open', found, position };
  if (upper === ')') return { kind: 'close', found, position };
  if (upper === '0' || upper === '1') return { kind: 'constant', value: upper === '1' ? 1 : 0, found, position };
  return VARIABLE.test(upper) ? { kind: 'variable', name: upper, found, position } : undefined;
}

/** Matches a variable: a letter, then letters, digits or `_`, all without accents. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;
