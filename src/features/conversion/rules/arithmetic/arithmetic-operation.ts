/** The operations, in the order in which they are offered. */
export const arithmeticOperationNames = ['ADD', 'SUBTRACT', 'MULTIPLY', 'SHIFT_LEFT', 'SHIFT_RIGHT'] as const;

/** One of {@link arithmeticOperationNames}. */
export type ArithmeticOperationName = (typeof arithmeticOperationNames)[number];

/** Whether an operation moves bits, so that its second number is a count. */
export function isShift(operation: ArithmeticOperationName): boolean {
  return operation === 'SHIFT_LEFT' || operation === 'SHIFT_RIGHT';
}
