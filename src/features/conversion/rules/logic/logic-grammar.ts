import type { Token } from './expression-token.js';
import type { BinaryOperation } from './logic-operations.js';
import type { Notation } from './notation.js';
import { wordOperations } from './word-operations.js';

/** A binary operation as required by the parser. */
export interface Infix {
  readonly operation: BinaryOperation;
  /** Precedence; higher values bind more tightly. */
  readonly precedence: number;
}

/** The grammar of a notation, apart from its signs. */
export interface LogicGrammar {
  /** Returns a token's operation in infix position; undefined if it has none. */
  infixOf(token: Token): Infix | undefined;
  /** Whether an operand that begins with this token forms a product with the one before it. */
  isFactor(token: Token): boolean;
}

/** Precedences of the binary operations; `NOT` binds more tightly than all of them. */
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

/** Precedences as in programming languages, where `^` binds more tightly than `&&`. */
export const PROGRAMMING_PRECEDENCES: Readonly<Record<BinaryOperation, number>> = {
  ...PRECEDENCES,
  XOR: 8,
  XNOR: 8,
};

/** In programming languages, `&` and `|` bind more tightly than `&&` and `||`; `^` is between `&` and `|`. */
const SIGNS_OF_PROGRAMMING: Readonly<Record<string, number>> = { '&': 9, '|': 7 };

/** Operations that group from the right: A → B → C is A → (B → C). */
export const RIGHT_ASSOCIATIVE: ReadonlySet<BinaryOperation> = new Set(['IMPLIES']);

/**
 * The grammar of alert rules. It has every operation, with all notations' signs that do not contradict each other, and
 * `v`, which means ∨ between two operands.
 */
export const conditionGrammar: LogicGrammar = {
  infixOf: (token) => INFIX.MATHEMATICS(token),
  isFactor: () => false,
};

/**
 * Returns the grammar of a notation, or the default grammar if none was chosen.
 *
 * @param named variables of the function's head, which can be multiplied without a sign in any notation.
 */
export function selectGrammar(notation: Notation | undefined, named: ReadonlySet<string>): LogicGrammar {
  const isVariable = (name: string) => notation === 'ENGINEERING' || named.has(name);
  const hasProducts = notation === 'ENGINEERING' || named.size > 0;
  return {
    infixOf: (token) => impliedAnd(token) ?? INFIX[notation ?? 'WORDS'](token),
    isFactor: (token) => (token.kind === 'variable' ? isVariable(token.name) : token.kind === 'open' && hasProducts),
  };
}

/** Precedence of letters without a sign between them, which belong together whatever is around them. */
const IMPLIED_AND = 10;

function impliedAnd(token: Token): Infix | undefined {
  const isImplied = token.kind === 'operation' && token.isImplied;
  return isImplied ? { operation: 'AND', precedence: IMPLIED_AND } : undefined;
}

const INFIX: Readonly<Record<Notation, LogicGrammar['infixOf']>> = {
  WORDS: (token) => infix(operationOf(token) ?? wordOf(token)),
  // Between two operands, a typed v usually means ∨.
  MATHEMATICS: (token) =>
    infix(operationOf(token) ?? (token.kind === 'variable' && token.name === 'V' ? 'OR' : wordOf(token))),
  // Variables have one letter here, so an operation word cannot be mistaken for one.
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
