import type { LogicOperationName } from '../../../../src/features/conversion/rules/logic/logic-operations';

/** Size of a gate; wires end at its left and right edges. */
export const GATE = { width: 56, height: 40 } as const;

/** Negation circle at the first input. */
export const FIRST_PIN = { x: 4, y: 11, radius: 4 } as const;

/** Shape of a gate as a path within {@link GATE}: our own drawings of the distinctive shapes. */
interface GateShape {
  readonly body: string;
  /** Second curve at the back of an exclusive gate. */
  readonly back?: string;
  /** Whether the tip has a negation circle. */
  readonly negates: boolean;
  /** Whether the first input has a negation circle. */
  readonly negatesFirst?: boolean;
}

const AND = 'M4 2h18a18 18 0 0 1 0 36H4z';
const OR = 'M4 2h10c14 0 24 8 30 18-6 10-16 18-30 18H4c7-11 7-25 0-36z';
const EXCLUSIVE = 'M10 2h6c13 0 22 8 28 18-6 10-15 18-28 18h-6c7-11 7-25 0-36z';
const BACK = 'M4 2c7 11 7 25 0 36';
const NOT = 'M6 4l36 16L6 36z';

export const gateShapes: Readonly<Record<LogicOperationName, GateShape>> = {
  AND: { body: AND, negates: false },
  NAND: { body: AND, negates: true },
  OR: { body: OR, negates: false },
  NOR: { body: OR, negates: true },
  XOR: { body: EXCLUSIVE, back: BACK, negates: false },
  XNOR: { body: EXCLUSIVE, back: BACK, negates: true },
  NOT: { body: NOT, negates: true },
  // "A implies B" is drawn as "not A, or B".
  IMPLIES: { body: OR, negates: false, negatesFirst: true },
  IFF: { body: EXCLUSIVE, back: BACK, negates: true },
};

/** Returns the x position of the tip of a gate's body. */
export function tipOf(operation: LogicOperationName): number {
  if (operation === 'AND' || operation === 'NAND') return 40;
  return operation === 'NOT' ? 42 : 44;
}
