import type { Token } from './expression-token.js';

/** Position in the tokens of a text; the last token marks the end. */
export class TokenCursor {
  #next = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  peek(): Token {
    return this.tokens[this.#next] as Token;
  }

  /** Returns the next token and moves past it, but never past the end. */
  take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.#next += 1;
    return token;
  }

  /** Returns the token before the next one; undefined at the start. */
  previous(): Token | undefined {
    return this.tokens[this.#next - 1];
  }
}
