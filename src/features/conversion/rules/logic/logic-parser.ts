import type { Unreadable } from '../unreadable.js';
import { type Expression, type ExpressionProblem, NESTING_MAX } from './expression.js';
import type { Token } from './expression-token.js';
import { conditionGrammar, type Infix, type LogicGrammar, PRECEDENCES, RIGHT_ASSOCIATIVE } from './logic-grammar.js';
import { TokenCursor } from './token-cursor.js';

/**
 * Parses an operand other than a constant, a bracket or `NOT`, e.g. a variable of a truth table or a comparison in a
 * rule. Returns undefined, without consuming a token, if no operand begins here.
 *
 * @throws {ParseError} if an operand begins here but is invalid.
 */
export type ReadOperand = (cursor: TokenCursor) => Expression | undefined;

/** Thrown to unwind the parser's recursion; the parser catches it and returns the problem. */
export class ParseError<Problem> {
  constructor(readonly problem: Problem) {}
}

/**
 * Parses operands, the operations between them and the brackets around them. The parser itself knows only brackets and
 * `NOT`; the caller defines operands, and the grammar defines operations and their precedence.
 */
export function parseLogic<Problem>(
  tokens: readonly Token[],
  readOperand: ReadOperand,
  grammar: LogicGrammar = conditionGrammar,
): Expression | Unreadable<ExpressionProblem | Problem> {
  try {
    return new LogicParser(new TokenCursor(tokens), readOperand, grammar).parse();
  } catch (error) {
    if (error instanceof ParseError) return { problem: error.problem };
    throw error;
  }
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

class LogicParser {
  #nesting = 0;

  constructor(
    private readonly cursor: TokenCursor,
    private readonly readOperand: ReadOperand,
    private readonly grammar: LogicGrammar,
  ) {}

  parse(): Expression {
    const expression = this.#binary(1);
    const rest = this.cursor.peek();
    if (rest.kind === 'end') return expression;
    throw parseError(rest.kind === 'close' ? 'bracketUnopened' : 'operatorExpected', rest);
  }

  /** Parses operands joined by operations that have at least this precedence. */
  #binary(least: number): Expression {
    let left = this.#negated();
    for (;;) {
      const infix = this.#infix();
      if (!infix || infix.precedence < least) return left;
      if (infix.isWritten) this.cursor.take();
      const { operation, precedence } = infix;
      const right = this.#binary(RIGHT_ASSOCIATIVE.has(operation) ? precedence : precedence + 1);
      left = { kind: 'OPERATION', operation, inputs: [left, right] };
    }
  }

  /** Returns the next operation: an explicit token, or the implicit AND between juxtaposed operands. */
  #infix(): (Infix & { isWritten: boolean }) | undefined {
    const token = this.cursor.peek();
    const written = this.grammar.infixOf(token);
    if (written) return { ...written, isWritten: true };
    return this.grammar.isFactor(token)
      ? { operation: 'AND', precedence: PRECEDENCES.AND, isWritten: false }
      : undefined;
  }

  /** Parses an operand and the primes after it. */
  #negated(): Expression {
    let operand = this.#operand();
    for (let primes = 1; this.cursor.peek().kind === 'prime'; primes += 1) {
      const prime = this.cursor.take();
      if (primes + this.#nesting > NESTING_MAX) throw parseError('tooDeep', prime);
      operand = { kind: 'OPERATION', operation: 'NOT', inputs: [operand] };
    }
    return operand;
  }

  #operand(): Expression {
    const after = this.cursor.previous()?.found ?? '';
    const operand = this.readOperand(this.cursor);
    if (operand) return operand;
    const token = this.cursor.take();
    if (token.kind === 'constant') return { kind: 'CONSTANT', value: token.value };
    if (token.kind === 'open') return this.#within(token, () => this.#bracketed(token));
    if (token.kind === 'if') return this.#within(token, () => this.#conditional());
    if (token.kind === 'operation' && token.operation === 'NOT') {
      return this.#within(token, () => ({ kind: 'OPERATION', operation: 'NOT', inputs: [this.#negated()] }));
    }
    throw new ParseError({ kind: 'operandExpected', found: token.found, position: token.position, after });
  }

  #bracketed(open: Token): Expression {
    const inner = this.#binary(1);
    const close = this.cursor.take();
    if (close.kind === 'close' && close.found === CLOSING[open.found]) return inner;
    if (close.kind === 'end') throw parseError('bracketUnclosed', open);
    throw parseError(close.kind === 'close' ? 'bracketUnopened' : 'operatorExpected', close);
  }

  /** Parses “A then B” after an “if”. */
  #conditional(): Expression {
    const condition = this.#binary(1);
    const then = this.cursor.take();
    if (then.kind !== 'then') throw parseError(then.kind === 'close' ? 'bracketUnopened' : 'operatorExpected', then);
    return { kind: 'OPERATION', operation: 'IMPLIES', inputs: [condition, this.#binary(PRECEDENCES.IMPLIES)] };
  }

  #within(token: Token, read: () => Expression): Expression {
    this.#nesting += 1;
    if (this.#nesting > NESTING_MAX) throw parseError('tooDeep', token);
    const expression = read();
    this.#nesting -= 1;
    return expression;
  }
}

type PlacedProblem = Exclude<Extract<ExpressionProblem, { position: number }>, { after: string }>;

/** Returns an error located at a token. */
export function parseError(kind: PlacedProblem['kind'], { found, position }: Token): ParseError<ExpressionProblem> {
  return new ParseError<ExpressionProblem>({ kind, found, position });
}
