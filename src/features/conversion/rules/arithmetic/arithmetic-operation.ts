/** The operations, in display order. */
export const arithmeticOperationNames = ['ADD', 'SUBTRACT', 'MULTIPLY', 'SHIFT_LEFT', 'SHIFT_RIGHT'] as const;

export type ArithmeticOperationName = (typeof arithmeticOperationNames)[number];

/** Whether an operation is a shift, whose second number is a count. */
export function isShift(operation: ArithmeticOperationName): boolean {
  return operation === 'SHIFT_LEFT' || operation === 'SHIFT_RIGHT';
}
