import { type Expression, type ExpressionProblem, NESTING_MAX } from './expression.js';
import type { Token } from './expression-tokens.js';
import type { BinaryOperation } from './logic.js';
import { TokenCursor } from './token-cursor.js';
import type { Unreadable } from './unreadable.js';

/** Precedences of the binary operations, which are left-associative. `NOT` binds more strongly than all of them. */
const PRECEDENCES: Readonly<Record<BinaryOperation, number>> = { AND: 3, NAND: 3, XOR: 2, XNOR: 2, OR: 1, NOR: 1 };

/**
 * Reads an operand other than a constant, a bracket or `NOT`: a variable of a truth table, a comparison of a rule. Returns
 * undefined, and takes no token, where none begins.
 *
 * @throws {ParseError} where one begins and is not valid.
 */
export type ReadOperand = (cursor: TokenCursor) => Expression | undefined;

/** Thrown to leave the recursion of the parser, which catches it and returns the problem. */
export class ParseError<Problem> {
  constructor(readonly problem: Problem) {}
}

/**
 * Parses operands with the operations between them and the brackets around them. It knows precedences, brackets and
 * `NOT`; what an operand is, its caller decides.
 */
export function parseLogic<Problem>(
  tokens: readonly Token[],
  readOperand: ReadOperand,
): Expression | Unreadable<ExpressionProblem | Problem> {
  try {
    return new LogicParser(new TokenCursor(tokens), readOperand).parse();
  } catch (error) {
    if (error instanceof ParseError) return { problem: error.problem };
    throw error;
  }
}

class LogicParser {
  #nesting = 0;

  constructor(
    private readonly cursor: TokenCursor,
    private readonly readOperand: ReadOperand,
  ) {}

  parse(): Expression {
    const expression = this.#binary(1);
    const rest = this.cursor.peek();
    if (rest.kind === 'end') return expression;
    throw parseError(rest.kind === 'close' ? 'bracketUnopened' : 'operatorExpected', rest);
  }

  /** Parses operands and the operations between them that have at least this precedence. */
  #binary(precedence: number): Expression {
    let left = this.#operand();
    for (;;) {
      const operation = binaryOf(this.cursor.peek());
      if (!operation || PRECEDENCES[operation] < precedence) return left;
      this.cursor.take();
      left = { kind: 'OPERATION', operation, inputs: [left, this.#binary(PRECEDENCES[operation] + 1)] };
    }
  }

  #operand(): Expression {
    const after = this.cursor.previous()?.found ?? '';
    const operand = this.readOperand(this.cursor);
    if (operand) return operand;
    const token = this.cursor.take();
    if (token.kind === 'constant') return { kind: 'CONSTANT', value: token.value };
    if (token.kind === 'open') return this.#within(token, () => this.#bracketed(token));
    if (token.kind === 'operation' && token.operation === 'NOT') {
      return this.#within(token, () => ({ kind: 'OPERATION', operation: 'NOT', inputs: [this.#operand()] }));
    }
    throw new ParseError({ kind: 'operandExpected', found: token.found, position: token.position, after });
  }

  #bracketed(open: Token): Expression {
    const inner = this.#binary(1);
    const close = this.cursor.take();
    if (close.kind === 'close') return inner;
    throw close.kind === 'end' ? parseError('bracketUnclosed', open) : parseError('operatorExpected', close);
  }

  #within(token: Token, read: () => Expression): Expression {
    this.#nesting += 1;
    if (this.#nesting > NESTING_MAX) throw parseError('tooDeep', token);
    const expression = read();
    this.#nesting -= 1;
    return expression;
  }
}

/** The binary operation of a token; undefined if it is none. */
function binaryOf(token: Token): BinaryOperation | undefined {
  if (token.kind === 'variable' && token.name === 'E') return 'AND';
  return token.kind === 'operation' && token.operation !== 'NOT' ? token.operation : undefined;
}

type PlacedProblem = Exclude<Extract<ExpressionProblem, { position: number }>, { after: string }>;

/** The error of a problem at the place of a token. */
export function parseError(kind: PlacedProblem['kind'], { found, position }: Token): ParseError<ExpressionProblem> {
  return new ParseError<ExpressionProblem>({ kind, found, position });
}
