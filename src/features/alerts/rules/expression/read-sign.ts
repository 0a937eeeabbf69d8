import type { TokenCursor } from '../../../conversion/rules/logic/token-cursor.js';
import { fault } from './fault.js';
import { suggestions } from './suggestions.js';

/** Consumes a required sign. `fitting` lists everything that would fit in its place. */
export function readSign(cursor: TokenCursor, sign: string, fitting: readonly string[] = [sign]): void {
  const token = cursor.peek();
  if (token.found !== sign) {
    throw fault('signExpected', token, { about: sign, suggestions: suggestions.signs(...fitting) });
  }
  cursor.take();
}
