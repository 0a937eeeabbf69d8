import type { ExpressionProblem } from './expression.js';
import type { Bit, LogicOperationName } from './logic.js';
import type { Unreadable } from './unreadable.js';

/** A word or symbol of an expression; `position` is counted from 1, in characters of the typed text. */
export type Token = { readonly found: string; readonly position: number } & (
  | { readonly kind: 'operation'; readonly operation: LogicOperationName }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'constant'; readonly value: Bit }
  | { readonly kind: 'open' | 'close' | 'end' }
  /** What only the rules of alerts have: numbers, times of day, quoted texts, other signs, and where somebody writes. */
  | { readonly kind: 'number' | 'clock' | 'quoted' | 'sign' | 'cursor' }
);

/** All notations of an operation. Words may be in any case. `E` is left to the parser, as it may also be a variable. */
const OPERATIONS: Readonly<Record<LogicOperationName, readonly string[]>> = {
  NOT: ['NOT', 'NÃO', 'NAO', '¬', '~', '!'],
  AND: ['AND', '∧', '&&', '&', '·', '*'],
  XOR: ['XOR', '⊕', '^'],
  OR: ['OR', 'OU', '∨', '||', '|', '+'],
  NAND: ['NAND', '↑', '⊼'],
  XNOR: ['XNOR', '⊙', '≡', '↔'],
  NOR: ['NOR', '↓', '⊽'],
};

const operationsByText = new Map(
  Object.entries(OPERATIONS).flatMap(([operation, texts]) =>
    texts.map((text) => [text, operation as LogicOperationName] as const),
  ),
);

const TOKEN = /(?<blank>\s+)|\p{L}[\p{L}\p{M}\d_]*|&&|\|\||./gsu;

/** A variable: a letter, then letters, digits or `_`, none of them with an accent. */
const VARIABLE = /^[A-Z][A-Z0-9_]*$/;

/** Splits an expression into tokens, of which the last marks its end. */
export function tokensOf(text: string): Token[] | Unreadable<ExpressionProblem> {
  const tokens: Token[] = [];
  let position = 1;
  for (const { 0: found, groups } of text.matchAll(TOKEN)) {
    if (groups?.blank === undefined) {
      const token = logicTokenOf(found, position);
      if (!token) return { problem: { kind: 'unknownSign', found, position } };
      tokens.push(token);
    }
    position += found.length;
  }
  return [...tokens, { kind: 'end', found: '', position }];
}

/** The token of a word or sign, as truth tables know them; undefined if they do not. */
export function logicTokenOf(found: string, position: number): Token | undefined {
  const upper = found.normalize('NFC').toUpperCase();
  const operation = operationsByText.get(upper);
  if (operation) return { kind: 'operation', operation, found, position };
  if (upper === '(') return { kind: 'open', found, position };
  if (upper === ')') return { kind: 'close', found, position };
  if (upper === '0' || upper === '1') return { kind: 'constant', value: upper === '1' ? 1 : 0, found, position };
  return VARIABLE.test(upper) ? { kind: 'variable', name: upper, found, position } : undefined;
}
