import { type Expression, textOf } from './expression.js';
import { PRECEDENCES, PROGRAMMING_PRECEDENCES, RIGHT_ASSOCIATIVE } from './logic-grammar.js';
import type { BinaryOperation, LogicOperationName } from './logic-operations.js';
import type { Notation } from './notation.js';

/**
 * Writes an expression in a notation, with brackets only where the order or the operations need them. Parsing the text
 * in that notation gives the same tree. Without a notation it is the canonical form of {@link textOf}.
 */
export function textIn(expression: Expression, notation?: Notation): string {
  return notation ? written(expression, notation) : textOf(expression);
}

/** Whether an expression can be written in a notation: a variable of engineering has one letter. */
export function isWritable(expression: Expression, notation: Notation): boolean {
  if (notation !== 'ENGINEERING' || expression.kind === 'CONSTANT') return true;
  if (expression.kind === 'VARIABLE') return /^[A-Z]\d*(?:_|$)/.test(expression.name);
  return expression.inputs.every((input) => isWritable(input, notation));
}

function written(expression: Expression, notation: Notation): string {
  if (expression.kind === 'VARIABLE') return expression.name;
  if (expression.kind === 'CONSTANT') return String(expression.value);
  const { operation } = expression;
  const [first = '', second] = expression.inputs.map((input, side) => {
    const text = written(input, notation);
    return needsBrackets(input, operation, side, notation) ? `(${text})` : text;
  });
  if (operation === 'NOT') return notation === 'ENGINEERING' ? `${first}'` : `${SIGNS[notation].NOT}${first}`;
  return `${first}${SIGNS[notation][operation]}${second}`;
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

/** The signs of each notation. What programming has no sign for is written in words, and with arrows of its characters. */
const SIGNS: Readonly<Record<Notation, Signs>> = {
  WORDS,
  MATHEMATICS,
  ENGINEERING: { ...MATHEMATICS, AND: '·', OR: ' + ' },
  PROGRAMMING: { ...WORDS, NOT: '!', AND: ' && ', OR: ' || ', XOR: ' ^ ', IMPLIES: ' -> ', IFF: ' <-> ' },
};

/** The operations that need no brackets when they follow each other. Of NAND, NOR and XNOR a chain would mislead. */
const CHAINS: ReadonlySet<LogicOperationName> = new Set(['AND', 'OR', 'XOR', 'IMPLIES', 'IFF']);

function needsBrackets(input: Expression, outer: LogicOperationName, side: number, notation: Notation): boolean {
  if (input.kind !== 'OPERATION' || input.operation === 'NOT') return false;
  if (outer === 'NOT') return true;
  const precedences = notation === 'PROGRAMMING' ? PROGRAMMING_PRECEDENCES : PRECEDENCES;
  const difference = precedences[input.operation] - precedences[outer];
  if (difference !== 0) return difference < 0;
  return !(input.operation === outer && CHAINS.has(outer) && side === sideOfChain(outer));
}

/** The side on which a chain of an operation continues: 0 is the left one. */
function sideOfChain(operation: BinaryOperation): number {
  return RIGHT_ASSOCIATIVE.has(operation) ? 1 : 0;
}
