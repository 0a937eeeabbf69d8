import type { Token } from './expression-token.js';
import type { BinaryOperation } from './logic-operations.js';
import type { Notation } from './notation.js';
import { wordOperations } from './word-operations.js';

/** An operation between two operands, as the parser needs it. */
export interface Infix {
  readonly operation: BinaryOperation;
  /** The higher binds more strongly. */
  readonly precedence: number;
}

/** What a notation decides about an expression, apart from its signs. */
export interface LogicGrammar {
  /** The operation that a token is where one can stand; undefined if it is none. */
  infixOf(token: Token): Infix | undefined;
  /** Whether two operands beside each other are a product. */
  readonly juxtaposes: boolean;
}

/** Precedences of the operations between two operands; `NOT` binds more strongly than all of them. */
export const PRECEDENCES: Readonly<Record<BinaryOperation, number>> = {
  AND: 5,
  NAND: 5,
  XOR: 4,
  XNOR: 4,
  OR: 3,
  NOR: 3,
  IMPLIES: 2,
  IFF: 1,
};

/** As in the languages of programming, where `^` binds more strongly than `&&`. */
export const PROGRAMMING_PRECEDENCES: Readonly<Record<BinaryOperation, number>> = {
  ...PRECEDENCES,
  XOR: 8,
  XNOR: 8,
};

/** In those languages `&` and `|` bind more strongly than `&&` and `||`, with `^` between the two. */
const SIGNS_OF_PROGRAMMING: Readonly<Record<string, number>> = { '&': 9, '|': 7 };

/** The operations whose chains begin on the right: A → B → C is A → (B → C). */
export const RIGHT_ASSOCIATIVE: ReadonlySet<BinaryOperation> = new Set(['IMPLIES']);

/** The gates, and `E`, which is AND between two operands and a variable elsewhere: the rules of alerts. */
export const gateGrammar: LogicGrammar = {
  infixOf: (token) => infix(token.kind === 'variable' && token.name === 'E' ? 'AND' : operationOf(token)),
  juxtaposes: false,
};

/** The grammar of a notation, or that of an expression for which none was chosen. */
export function grammarOf(notation: Notation | undefined): LogicGrammar {
  return { infixOf: INFIX[notation ?? 'WORDS'], juxtaposes: notation === 'ENGINEERING' };
}

const INFIX: Readonly<Record<Notation, LogicGrammar['infixOf']>> = {
  WORDS: (token) => infix(operationOf(token) ?? wordOf(token)),
  // Between two operands, v is what many type for ∨.
  MATHEMATICS: (token) =>
    infix(operationOf(token) ?? (token.kind === 'variable' && token.name === 'V' ? 'OR' : wordOf(token))),
  // There a word for an operation is never a variable, as that has one letter.
  ENGINEERING: (token) => infix(operationOf(token)),
  PROGRAMMING: (token) => {
    const operation = operationOf(token) ?? wordOf(token);
    if (!operation) return undefined;
    return { operation, precedence: SIGNS_OF_PROGRAMMING[token.found] ?? PROGRAMMING_PRECEDENCES[operation] };
  },
};

function infix(operation: BinaryOperation | undefined): Infix | undefined {
  return operation && { operation, precedence: PRECEDENCES[operation] };
}

function operationOf(token: Token): BinaryOperation | undefined {
  return token.kind === 'operation' && token.operation !== 'NOT' ? token.operation : undefined;
}

function wordOf(token: Token): BinaryOperation | undefined {
  return token.kind === 'variable' ? wordOperations.get(token.name) : undefined;
}
