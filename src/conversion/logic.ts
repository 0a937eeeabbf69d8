/** The operations of specification §4.9 on single bits, by their names. */
export const logicOperations = {
  AND: (a: Bit, b: Bit): Bit => (a & b) as Bit,
  OR: (a: Bit, b: Bit): Bit => (a | b) as Bit,
  XOR: (a: Bit, b: Bit): Bit => (a ^ b) as Bit,
} as const;

/** A key of {@link logicOperations}. */
export type LogicOperationName = keyof typeof logicOperations;

/** A truth value. */
export type Bit = 0 | 1;

/** Whether a number is 0 or 1. */
export function isBit(value: number): value is Bit {
  return value === 0 || value === 1;
}
