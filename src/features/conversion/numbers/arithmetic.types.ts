import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { createEnum } from '../create-enum.js';
import { BitPattern } from '../logic/logic.types.js';
import type {
  ArithmeticColumn as Column,
  Flags,
  PartialProduct as Product,
  ArithmeticResult as Result,
  ShiftKind as Shift,
} from '../rules/arithmetic/arithmetic-calculation.js';
import { arithmeticOperationNames } from '../rules/arithmetic/arithmetic-operation.js';
import type {
  AddOneColumn as AddOne,
  TwosComplementSteps as Steps,
} from '../rules/arithmetic/twos-complement-steps.js';
import type { Bit } from '../rules/logic/logic-operations.js';

export const ArithmeticOperation = createEnum(arithmeticOperationNames);
registerEnumType(ArithmeticOperation, {
  name: 'ArithmeticOperation',
  description: 'A calculation in a fixed number of bits.',
  valuesConfig: {
    ADD: { description: 'First number plus the second.' },
    MULTIPLY: { description: 'First number times the second: `result` has the low bits, `product` all of them.' },
    SHIFT_LEFT: { description: 'Moves the bits to the left and fills with zeros.' },
    SHIFT_RIGHT: { description: 'Moves the bits to the right and fills as `shiftKind` says.' },
    SUBTRACT: { description: 'First number minus the second.' },
  },
});

export const ShiftKind = createEnum(['LOGICAL', 'ARITHMETIC'] as const);
registerEnumType(ShiftKind, {
  name: 'ShiftKind',
  description: 'Fill of a right shift: zeros, or copies of the sign.',
  valuesConfig: {
    LOGICAL: { description: 'Fills with zeros.' },
    ARITHMETIC: { description: 'Fills with copies of the sign bit.' },
  },
});

const POSITION = { description: 'Counted from the right, from 0.' };

@ObjectType({ description: 'One column of the calculation on paper.' })
export class ArithmeticColumn implements Column {
  @Field(() => Int, POSITION)
  position!: number;

  @Field(() => Int, { nullable: true, description: 'Bit of the first number; null for MULTIPLY.' })
  bit1!: Bit | null;

  @Field(() => Int, { nullable: true, description: 'Bit of the second number; null for MULTIPLY and shifts.' })
  bit2!: Bit | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of ones of the partial products in this column, for MULTIPLY.',
  })
  ones!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Carry from the column to the right; for SUBTRACT, the borrow it has taken. Null for shifts.',
  })
  carryIn!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Carry to the column to the left, or borrow from it.',
  })
  carryOut!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Position that the bit comes from, for a shift; null if filled.',
  })
  source!: number | null;

  @Field(() => Int, { description: 'Bit of the result in this column: 0 or 1.' })
  result!: Bit;
}

@ObjectType({ description: 'One row of a multiplication: the first number shifted left, or zeros.' })
export class PartialProduct implements Product {
  @Field(() => Int, { description: "Position of the bit of the second number, and the row's shift." })
  position!: number;

  @Field(() => Int, { description: 'Bit of the second number at this position: 0 or 1.' })
  bit!: Bit;

  @Field(() => String, { description: 'Bits of the first number, or zeros; not yet shifted.' })
  bits!: string;
}

@ObjectType({ description: 'The status flags, as a processor sets them.' })
export class ArithmeticFlags implements Flags {
  @Field(() => Boolean, {
    description:
      'The result does not fit without a sign: a carry out of the highest bit, a borrow for SUBTRACT, an upper half ' +
      'that is not 0 for MULTIPLY. For a shift, the last bit that was moved out.',
  })
  carry!: boolean;

  @Field(() => Boolean, { description: "The result does not fit in two's complement; never after SHIFT_RIGHT." })
  overflow!: boolean;

  @Field(() => Boolean, { description: 'Every bit of the result is 0.' })
  zero!: boolean;

  @Field(() => Boolean, { description: 'The highest bit of the result.' })
  negative!: boolean;
}

@ObjectType({ description: 'One column of adding 1 to inverted bits.' })
export class AddOneColumn implements AddOne {
  @Field(() => Int, POSITION)
  position!: number;

  @Field(() => Int, { description: 'Inverted bit in this column: 0 or 1.' })
  bit!: Bit;

  @Field(() => Int, { description: 'The 1 in the first column, the carry in every other.' })
  carryIn!: Bit;

  @Field(() => Int, { description: 'Sum of the bit and the carry, without the new carry: 0 or 1.' })
  result!: Bit;
}

@ObjectType({ description: "Two's complement by hand: invert every bit, add one." })
export class TwosComplementSteps implements Steps {
  @Field(() => String, { description: 'The initial bits.' })
  bits!: string;

  @Field(() => String, { description: 'The initial bits, each the opposite.' })
  inverted!: string;

  @Field(() => String, { description: 'The inverted bits plus one.' })
  result!: string;

  @Extensions(costs(25))
  @Field(() => [AddOneColumn], { description: 'The addition, the most significant bit first.' })
  columns!: readonly AddOneColumn[];
}

@ObjectType({ description: 'A calculation in a fixed number of bits, as on paper.' })
export class ArithmeticResult implements Omit<Result, 'operation'> {
  @Field(() => BitPattern, { description: 'First number, in the given number of bits.' })
  operand1!: BitPattern;

  @Field(() => BitPattern, { nullable: true, description: 'Second number; null for a shift.' })
  operand2!: BitPattern | null;

  @Field(() => Int, { nullable: true, description: 'Number of positions to shift.' })
  shiftCount!: number | null;

  @Field(() => ShiftKind, { nullable: true, description: 'Fill of SHIFT_RIGHT.' })
  shiftKind!: Shift | null;

  @Field(() => BitPattern, { description: 'Cut to the given number of bits; higher ones are lost.' })
  result!: BitPattern;

  @Field(() => String, { description: 'Result with the operands read as unsigned, without a limit of bits; decimal.' })
  exactUnsigned!: string;

  @Field(() => String, {
    description: "Result with the operands read in two's complement, without a limit of bits; decimal.",
  })
  exactSigned!: string;

  @Extensions(costs(60))
  @Field(() => [ArithmeticColumn], {
    description: 'Most significant first; MULTIPLY has twice as many as the operands.',
  })
  columns!: readonly ArithmeticColumn[];

  @Extensions(costs(20))
  @Field(() => [PartialProduct], {
    description: 'Partial products, for MULTIPLY: one for each bit of the second number, lowest first.',
  })
  partialProducts!: readonly PartialProduct[];

  @Field(() => String, { nullable: true, description: 'All bits of the unsigned product, for MULTIPLY.' })
  product!: string | null;

  @Field(() => ArithmeticFlags, { description: 'Status flags that a processor sets for `result`.' })
  flags!: ArithmeticFlags;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'How a negative first number gets its bits; null if it is not negative.',
  })
  complement1!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: "Steps of the two's complement of the second number, as for the first.",
  })
  complement2!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'Second number negated, for SUBTRACT; adding it gives the same bits.',
  })
  negated2!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'How a result with the sign bit set is read: its magnitude; null otherwise.',
  })
  magnitude!: TwosComplementSteps | null;
}
