import { applyLogic, type Bit, type LogicOperationName } from '../logic/logic-operations.js';
import { type BitWidth, bitsOf, formatHex } from './representations.js';

/** A bit pattern with its unsigned and signed decimal values. */
export interface BitPattern {
  readonly bits: string;
  readonly hex: string;
  readonly unsigned: string;
  readonly signed: string;
}

/** The operation at one bit position; `position` counts from the right, from 0. */
export interface BitColumn {
  readonly position: number;
  readonly bit1: Bit;
  /** The second number's bit; null for `NOT`. */
  readonly bit2: Bit | null;
  readonly result: Bit;
}

export interface BitwiseResult {
  readonly operand1: BitPattern;
  /** The second operand; null for `NOT`. */
  readonly operand2: BitPattern | null;
  readonly result: BitPattern;
  /** The columns, most significant bit first. */
  readonly columns: readonly BitColumn[];
}

/** Whether a number fits in a bit width, either unsigned or in two's complement. */
export function fitsBits(number: bigint, width: BitWidth): boolean {
  return number >= -(2n ** BigInt(width - 1)) && number < 2n ** BigInt(width);
}

/**
 * Combines two numbers bitwise; both must fit the width. `NOT` uses only the first. Negative numbers are in two's
 * complement.
 */
export function bitwise(
  operation: LogicOperationName,
  number1: bigint,
  number2: bigint | undefined,
  width: BitWidth,
): BitwiseResult {
  const operand1 = patternOf(number1, width);
  const operand2 = number2 === undefined ? null : patternOf(number2, width);
  const columns = [...operand1.bits].map((bit, index): BitColumn => {
    const bit1 = Number(bit) as Bit;
    const bit2 = operand2 && (Number(operand2.bits[index]) as Bit);
    return { position: width - 1 - index, bit1, bit2, result: applyLogic(operation, bit1, bit2 ?? 0) };
  });
  const result = BigInt(`0b${columns.map((column) => column.result).join('')}`);
  return { operand1, operand2, result: patternOf(result, width), columns };
}

/** Returns the low bits of a number as a pattern of this width. Negative numbers are in two's complement. */
export function patternOf(number: bigint, width: BitWidth): BitPattern {
  const pattern = BigInt.asUintN(width, number);
  return {
    bits: bitsOf(pattern, width),
    hex: formatHex(pattern, width),
    unsigned: String(pattern),
    signed: String(BigInt.asIntN(width, pattern)),
  };
}
