/** The operations on two bits (REST knows the first three, contract 5). */
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

/** An operation on two bits: a key of {@link logicOperations}. */
export type BinaryOperation = keyof typeof logicOperations;

/** An operation on bits; `NOT` takes one, every other two. */
export type LogicOperationName = BinaryOperation | 'NOT';

/** All of them, `NOT` last. */
export const logicOperationNames: readonly LogicOperationName[] = [
  ...(Object.keys(logicOperations) as BinaryOperation[]),
  'NOT',
];

/** Those that have a gate: all but implication and equivalence, which belong to propositions. */
export type GateName = Exclude<LogicOperationName, 'IMPLIES' | 'IFF'>;

/** All gates, `NOT` last. */
export const gateNames: readonly GateName[] = ['AND', 'OR', 'XOR', 'NAND', 'NOR', 'XNOR', 'NOT'];

/** A truth value. */
export type Bit = 0 | 1;

/** Whether a number is 0 or 1. */
export function isBit(value: unknown): value is Bit {
  return value === 0 || value === 1;
}

/** The result of an operation; `NOT` ignores `b`. */
export function applyLogic(operation: LogicOperationName, a: Bit, b: Bit = 0): Bit {
  return operation === 'NOT' ? opposite(a) : logicOperations[operation](a, b);
}

function opposite(bit: Bit): Bit {
  return bit === 0 ? 1 : 0;
}
