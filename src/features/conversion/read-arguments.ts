import { NotANumber, NotAnExpression, NotARadix } from './conversion.errors.js';
import type { ConvertedNumber } from './rules/bases/convert-base.js';
import { isRadix, type NumberProblem } from './rules/bases/whole-number.js';
import type { Expression, ExpressionProblem } from './rules/logic/expression.js';
import type { Notation } from './rules/logic/notation.js';
import { parseExpression } from './rules/logic/parse-expression.js';
import { isUnreadable, type Unreadable } from './rules/unreadable.js';

/** Returns the parsed number of an argument. @throws {NotANumber} if it could not be parsed. */
export function readableNumber<T extends bigint | ConvertedNumber>(
  argument: string,
  read: T | Unreadable<NumberProblem>,
): T {
  if (isUnreadable<NumberProblem>(read)) throw new NotANumber(argument, read.problem);
  return read;
}

/** @throws {NotARadix} naming each argument that is not a base from 2 to 36. */
export function requireRadixes(radixes: { readonly from: number; readonly to: number }): void {
  const faulty = Object.entries(radixes).filter(([, radix]) => !isRadix(radix));
  if (faulty.length > 0) throw new NotARadix(faulty.map(([argument]) => argument));
}

/**
 * Parses the expression of an argument; a null notation counts as omitted. @throws {NotAnExpression} if it could not be
 * parsed.
 */
export function readExpression(argument: string, text: string, notation?: Notation | null): Expression {
  const parsed = parseExpression(text, notation ?? undefined);
  if (isUnreadable<ExpressionProblem>(parsed)) throw new NotAnExpression(parsed.problem, argument);
  return parsed;
}
