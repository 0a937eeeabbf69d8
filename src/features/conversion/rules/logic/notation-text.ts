import { type Expression, textOf, variablesOf } from './expression.js';
import { PRECEDENCES, PROGRAMMING_PRECEDENCES, RIGHT_ASSOCIATIVE } from './logic-grammar.js';
import type { BinaryOperation, LogicOperationName } from './logic-operations.js';
import type { Notation } from './notation.js';
import { areTruthLetters, hasTruthLetters, isTruthLetter } from './truth-letters.js';

/**
 * Writes an expression in a notation, with brackets only where precedence or the operations require them. Parsing the
 * text in that notation gives the same tree. Without a notation, returns the canonical form of {@link textOf}.
 *
 * @param whole the expression that it is a part of, in which variables V and F may have to be small, or they would be
 *   read as true and false.
 */
export function textIn(expression: Expression, notation?: Notation, whole = expression): string {
  if (!notation) return textOf(expression);
  const isTaken = hasTruthLetters(notation) && areTruthLetters(variablesOf(whole)) ? isTruthLetter : () => false;
  return written(expression, notation, {
    signs: SIGNS[notation],
    nameOf: (name) => (isTaken(name) ? name.toLowerCase() : name),
  });
}

/** Returns the sign of an operation in a notation, without the spaces around it. */
export function signOf(operation: LogicOperationName, notation: Notation): string {
  return operation === 'NOT' && notation === 'ENGINEERING' ? "'" : SIGNS[notation][operation].trim();
}

/** Writes an expression with the given words as its operations, to be read aloud rather than parsed. */
export function textInWords(expression: Expression, words: Signs): string {
  const spaced = Object.entries(words).map(([name, word]) => [name, name === 'NOT' ? `${word} ` : ` ${word} `]);
  return written(expression, 'WORDS', { signs: Object.fromEntries(spaced) as Signs, nameOf: (name) => name });
}

/** Whether an expression can be written in a notation. Engineering notation allows only one-letter variables. */
export function isWritable(expression: Expression, notation: Notation): boolean {
  if (notation !== 'ENGINEERING' || expression.kind === 'CONSTANT') return true;
  if (expression.kind === 'VARIABLE') return /^[A-Z]\d*(?:_|$)/i.test(expression.name);
  return expression.inputs.every((input) => isWritable(input, notation));
}

interface Spelling {
  readonly signs: Signs;
  readonly nameOf: (variable: string) => string;
}

function written(expression: Expression, notation: Notation, spelling: Spelling): string {
  if (expression.kind === 'VARIABLE') return spelling.nameOf(expression.name);
  if (expression.kind === 'CONSTANT') return String(expression.value);
  const { operation } = expression;
  const [first = '', second] = expression.inputs.map((input, side) => {
    const text = written(input, notation, spelling);
    return needsBrackets(input, operation, side, notation) ? `(${text})` : text;
  });
  const { signs } = spelling;
  if (operation === 'NOT') return notation === 'ENGINEERING' ? `${first}'` : `${signs.NOT}${first}`;
  return `${first}${signs[operation]}${second}`;
}

type Signs = Readonly<Record<LogicOperationName, string>>;

const MATHEMATICS: Signs = {
  NOT: '¬',
  AND: ' ∧ ',
  OR: ' ∨ ',
  XOR: ' ⊕ ',
  NAND: ' ↑ ',
  NOR: ' ↓ ',
  XNOR: ' ⊙ ',
  IMPLIES: ' → ',
  IFF: ' ↔ ',
};

const WORDS: Signs = {
  NOT: 'NOT ',
  AND: ' AND ',
  OR: ' OR ',
  XOR: ' XOR ',
  NAND: ' NAND ',
  NOR: ' NOR ',
  XNOR: ' XNOR ',
  IMPLIES: ' IMPLIES ',
  IFF: ' IFF ',
};

/** Signs of each notation. Where programming languages have no sign, words and ASCII arrows are used. */
const SIGNS: Readonly<Record<Notation, Signs>> = {
  WORDS,
  MATHEMATICS,
  ENGINEERING: { ...MATHEMATICS, AND: '·', OR: ' + ' },
  PROGRAMMING: { ...WORDS, NOT: '!', AND: ' && ', OR: ' || ', XOR: ' ^ ', IMPLIES: ' -> ', IFF: ' <-> ' },
};

/** Operations that can be chained without brackets. A chain of NAND, NOR or XNOR would be misleading. */
const CHAINS: ReadonlySet<LogicOperationName> = new Set(['AND', 'OR', 'XOR', 'IMPLIES', 'IFF']);

function needsBrackets(input: Expression, outer: LogicOperationName, side: number, notation: Notation): boolean {
  if (input.kind !== 'OPERATION' || input.operation === 'NOT') return false;
  if (outer === 'NOT') return true;
  const precedences = notation === 'PROGRAMMING' ? PROGRAMMING_PRECEDENCES : PRECEDENCES;
  const difference = precedences[input.operation] - precedences[outer];
  if (difference !== 0) return difference < 0;
  return !(input.operation === outer && CHAINS.has(outer) && side === sideOfChain(outer));
}

/** Returns the side on which a chain of an operation continues: 0 for left, 1 for right. */
function sideOfChain(operation: BinaryOperation): number {
  return RIGHT_ASSOCIATIVE.has(operation) ? 1 : 0;
}
