import {
  EXPRESSION_MAX_LENGTH,
  type Expression,
  type ExpressionProblem,
  NESTING_MAX,
  VARIABLES_MAX,
} from './expression.js';
import { type Token, tokensOf } from './expression-tokens.js';
import type { BinaryOperation } from './logic.js';
import { isUnreadable, type Unreadable } from './unreadable.js';

/** Precedences of the binary operations, which are left-associative. `NOT` binds more strongly than all of them. */
const PRECEDENCES: Readonly<Record<BinaryOperation, number>> = { AND: 3, NAND: 3, XOR: 2, XNOR: 2, OR: 1, NOR: 1 };

/**
 * Parses a logic expression of variables, `0`, `1`, brackets and operations, in words or symbols:
 * `A AND (B XOR NOT C)`, `a ∧ (b ⊕ ¬c)`, `a & (b ^ ~c)`, `A E (B XOR NÃO C)`. `E` is AND between two operands and a
 * variable elsewhere. Variables ignore case; there may be at most {@link VARIABLES_MAX}.
 */
export function parseExpression(text: string): Expression | Unreadable<ExpressionProblem> {
  if (text.length > EXPRESSION_MAX_LENGTH) return { problem: { kind: 'tooLong' } };
  if (text.trim() === '') return { problem: { kind: 'empty' } };
  const tokens = tokensOf(text);
  return isUnreadable<ExpressionProblem>(tokens) ? tokens : new Parser(tokens).parse();
}

/** Thrown to leave the recursion of the parser, which catches it and returns the problem. */
class ParseError {
  constructor(readonly problem: ExpressionProblem) {}
}

class Parser {
  #next = 0;
  #nesting = 0;
  readonly #variables = new Set<string>();

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Expression | Unreadable<ExpressionProblem> {
    try {
      const expression = this.#binary(1);
      const rest = this.#peek();
      if (rest.kind === 'end') return expression;
      throw parseError(rest.kind === 'close' ? 'bracketUnopened' : 'operatorExpected', rest);
    } catch (error) {
      if (error instanceof ParseError) return { problem: error.problem };
      throw error;
    }
  }

  /** Parses operands and the operations between them that have at least this precedence. */
  #binary(precedence: number): Expression {
    let left = this.#operand();
    for (;;) {
      const operation = binaryOf(this.#peek());
      if (!operation || PRECEDENCES[operation] < precedence) return left;
      this.#take();
      left = { kind: 'OPERATION', operation, inputs: [left, this.#binary(PRECEDENCES[operation] + 1)] };
    }
  }

  #operand(): Expression {
    const after = this.tokens[this.#next - 1]?.found ?? '';
    const token = this.#take();
    if (token.kind === 'variable') return this.#variable(token.name, token);
    if (token.kind === 'constant') return { kind: 'CONSTANT', value: token.value };
    if (token.kind === 'open') return this.#within(token, () => this.#bracketed(token));
    if (token.kind === 'operation' && token.operation === 'NOT') {
      return this.#within(token, () => ({ kind: 'OPERATION', operation: 'NOT', inputs: [this.#operand()] }));
    }
    throw new ParseError({ kind: 'operandExpected', found: token.found, position: token.position, after });
  }

  #bracketed(open: Token): Expression {
    const inner = this.#binary(1);
    const close = this.#take();
    if (close.kind === 'close') return inner;
    throw close.kind === 'end' ? parseError('bracketUnclosed', open) : parseError('operatorExpected', close);
  }

  #variable(name: string, token: Token): Expression {
    this.#variables.add(name);
    if (this.#variables.size > VARIABLES_MAX) throw parseError('tooManyVariables', token);
    return { kind: 'VARIABLE', name };
  }

  #within(token: Token, read: () => Expression): Expression {
    this.#nesting += 1;
    if (this.#nesting > NESTING_MAX) throw parseError('tooDeep', token);
    const expression = read();
    this.#nesting -= 1;
    return expression;
  }

  #peek(): Token {
    return this.tokens[this.#next] as Token;
  }

  /** Returns the next token and moves past it, but never past the end. */
  #take(): Token {
    const token = this.#peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }
}

/** The binary operation of a token; undefined if it is none. */
function binaryOf(token: Token): BinaryOperation | undefined {
  if (token.kind === 'variable' && token.name === 'E') return 'AND';
  return token.kind === 'operation' && token.operation !== 'NOT' ? token.operation : undefined;
}

type PlacedProblem = Exclude<Extract<ExpressionProblem, { position: number }>, { after: string }>;

function parseError(kind: PlacedProblem['kind'], { found, position }: Token): ParseError {
  return new ParseError({ kind, found, position });
}
