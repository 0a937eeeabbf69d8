import { NotANumber, NotAnExpression, NotARadix } from './conversion.errors.js';
import type { ConvertedNumber } from './rules/bases/convert-base.js';
import { isRadix, type NumberProblem } from './rules/bases/whole-number.js';
import type { Expression, ExpressionProblem } from './rules/logic/expression.js';
import type { Notation } from './rules/logic/notation.js';
import { parseAsWritten } from './rules/logic/parse-expression.js';
import { isUnreadable, type Unreadable } from './rules/unreadable.js';

/** Returns an argument's parsed number. @throws {NotANumber} if it could not be parsed. */
export function readableNumber<T extends bigint | ConvertedNumber>(
  argument: string,
  read: T | Unreadable<NumberProblem>,
): T {
  if (isUnreadable<NumberProblem>(read)) throw new NotANumber(argument, read.problem);
  return read;
}

/** Checks that both arguments are bases from 2 to 36. @throws {NotARadix} naming each one that is not. */
export function requireRadixes(radixes: { readonly from: number; readonly to: number }): void {
  const faulty = Object.entries(radixes).filter(([, radix]) => !isRadix(radix));
  if (faulty.length > 0) throw new NotARadix(faulty.map(([argument]) => argument));
}

/** Parses an argument's expression; a null notation counts as omitted. @throws {NotAnExpression} if it is not valid. */
export function readExpression(argument: string, text: string, notation?: Notation | null): Expression {
  const parsed = parseAsWritten(text, notation ?? undefined);
  if (isUnreadable<ExpressionProblem>(parsed)) throw new NotAnExpression(parsed.problem, argument);
  return parsed;
}
