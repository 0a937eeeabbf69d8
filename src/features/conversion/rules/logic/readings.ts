import { isUnreadable } from '../unreadable.js';
import { type ExpressionProblem, textOf } from './expression.js';
import type { Token } from './expression-token.js';
import { tokenize } from './expression-tokens.js';
import { readFunctionHead } from './function-head.js';
import type { Notation } from './notation.js';
import { parseExpression } from './parse-expression.js';
import { areTruthLetters, hasTruthLetters, isTruthLetter } from './truth-letters.js';
import { wordOperations } from './word-operations.js';

/** How a part of an expression was read, of those that others read differently. */
export const readingCodes = [
  'CARET_AS_AND',
  'CARET_AS_XOR',
  'LETTERS_AS_NAME',
  'LETTERS_AS_PRODUCT',
  'LETTER_E_AS_VARIABLE',
  'TRUTH_LETTERS_AS_CONSTANTS',
] as const;

export type ReadingCode = (typeof readingCodes)[number];

/** The other likely way to read an expression: a text in a notation. */
export interface OtherReading {
  readonly expression: string;
  readonly notation: Notation;
}

/** A part of an expression that has two likely readings. */
export interface Reading {
  /** The reading that was taken. */
  readonly code: ReadingCode;
  /** The part as written. */
  readonly found: string;
  readonly otherwise: OtherReading;
}

/** Returns the parts of a valid expression that have another likely reading, in which it is valid too. */
export function readingsOf(text: string, notation?: Notation): Reading[] {
  const tokens = tokenize(text, notation);
  if (isUnreadable<ExpressionProblem>(tokens)) return [];
  const readings = [
    caretReading(text, notation),
    nameReading(text, tokens, notation),
    productReading(text, tokens, notation),
    letterReading(text, tokens, notation),
    truthReading(text, tokens, notation),
  ];
  return readings.filter((reading) => reading !== undefined && canonical(reading.otherwise) !== undefined) as Reading[];
}

/** Returns the canonical form of an expression; undefined if it is not valid. */
function canonical({
  expression,
  notation,
}: {
  readonly expression: string;
  readonly notation?: Notation | undefined;
}) {
  const parsed = parseExpression(expression, notation);
  return isUnreadable<ExpressionProblem>(parsed) ? undefined : textOf(parsed);
}

function caretReading(text: string, notation: Notation | undefined): Reading | undefined {
  if (!text.includes('^')) return undefined;
  const isAnd = notation === 'MATHEMATICS';
  return {
    code: isAnd ? 'CARET_AS_AND' : 'CARET_AS_XOR',
    found: '^',
    otherwise: { expression: text, notation: isAnd ? 'PROGRAMMING' : 'MATHEMATICS' },
  };
}

/** Two letters, or three capitals, may be a product of engineers. Programmers write names of any length. */
function nameReading(text: string, tokens: readonly Token[], notation: Notation | undefined): Reading | undefined {
  if (notation === 'ENGINEERING' || notation === 'PROGRAMMING') return undefined;
  const name = tokens.find(
    (token) =>
      token.kind === 'variable' && /^(?:[A-Z]{2,3}|[a-z]{2})$/.test(token.found) && !wordOperations.has(token.name),
  );
  return (
    name && { code: 'LETTERS_AS_NAME', found: name.found, otherwise: { expression: text, notation: 'ENGINEERING' } }
  );
}

/** Letters of the function's variables are a product in every notation; without the list, they are a name. */
function productReading(text: string, tokens: readonly Token[], notation: Notation | undefined): Reading | undefined {
  const product = tokens.find((token) => token.kind === 'operation' && token.isImplied);
  const head = readFunctionHead(text);
  if (!product || !head) return undefined;
  const expression = `${head.name} = ${text.slice(head.length).trim()}`;
  return { code: 'LETTERS_AS_PRODUCT', found: product.found, otherwise: { expression, notation: notation ?? 'WORDS' } };
}

/** A letter E that stands alone between operands is a factor for engineers, and AND elsewhere. */
function letterReading(text: string, tokens: readonly Token[], notation: Notation | undefined): Reading | undefined {
  if (notation !== 'ENGINEERING') return undefined;
  const letter = tokens.find(
    (token) =>
      token.kind === 'variable' &&
      token.name === 'E' &&
      /\S\s$/.test(text.slice(0, token.position - 1)) &&
      /^\s\S/.test(text.slice(token.position)),
  );
  const otherwise = { expression: text, notation: 'WORDS' } as const;
  return letter && { code: 'LETTER_E_AS_VARIABLE', found: letter.found, otherwise };
}

function truthReading(text: string, tokens: readonly Token[], notation: Notation | undefined): Reading | undefined {
  const words = tokens.flatMap((token) => (token.kind === 'variable' ? [token] : []));
  const letters = words.filter(({ found }) => isTruthLetter(found));
  const [letter] = letters;
  if (!notation || !letter || !hasTruthLetters(notation) || !areTruthLetters(words.map(({ found }) => found)))
    return undefined;
  const small = new Set(letters.map(({ position }) => position - 1));
  const expression = Array.from(text.split(''), (sign, index) => (small.has(index) ? sign.toLowerCase() : sign)).join(
    '',
  );
  const otherwise = { expression, notation };
  // A V between two operands is OR, small or not.
  if (canonical(otherwise) === canonical({ expression: text, notation })) return undefined;
  return { code: 'TRUTH_LETTERS_AS_CONSTANTS', found: letter.found, otherwise };
}
