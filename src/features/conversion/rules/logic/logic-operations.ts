/** Operations on two bits, of which REST offers the first three (contract 5). */
export const logicOperations = {
  AND: (a: Bit, b: Bit): Bit => (a & b) as Bit,
  OR: (a: Bit, b: Bit): Bit => (a | b) as Bit,
  XOR: (a: Bit, b: Bit): Bit => (a ^ b) as Bit,
  NAND: (a: Bit, b: Bit): Bit => opposite((a & b) as Bit),
  NOR: (a: Bit, b: Bit): Bit => opposite((a | b) as Bit),
  XNOR: (a: Bit, b: Bit): Bit => opposite((a ^ b) as Bit),
  IMPLIES: (a: Bit, b: Bit): Bit => (opposite(a) | b) as Bit,
  IFF: (a: Bit, b: Bit): Bit => opposite((a ^ b) as Bit),
} as const;

export type BinaryOperation = keyof typeof logicOperations;

/** Unary `NOT` or one of the binary operations. */
export type LogicOperationName = BinaryOperation | 'NOT';

/** All operations, `NOT` last. */
export const logicOperationNames: readonly LogicOperationName[] = [
  ...(Object.keys(logicOperations) as BinaryOperation[]),
  'NOT',
];

/** Operations that exist as gates, i.e. all except implication and equivalence, which belong to propositional logic. */
export type GateName = Exclude<LogicOperationName, 'IMPLIES' | 'IFF'>;

/** All gates, `NOT` last. */
export const gateNames: readonly GateName[] = ['AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR', 'NOT'];

export type Bit = 0 | 1;

export function isBit(value: unknown): value is Bit {
  return value === 0 || value === 1;
}

/** Applies an operation; `NOT` ignores `b`. */
export function applyLogic(operation: LogicOperationName, a: Bit, b: Bit = 0): Bit {
  return operation === 'NOT' ? opposite(a) : logicOperations[operation](a, b);
}

function opposite(bit: Bit): Bit {
  return bit === 0 ? 1 : 0;
}
