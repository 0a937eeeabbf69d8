import { Extensions, Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { costs } from '../../../platform/graphql/field-marks.js';
import { enumOf } from '../enum-of.js';
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

/** The enum `ArithmeticOperation`. */
export const ArithmeticOperation = enumOf(arithmeticOperationNames);
registerEnumType(ArithmeticOperation, {
  name: 'ArithmeticOperation',
  description: 'A calculation in a fixed number of bits.',
});

/** The enum `ShiftKind`. */
export const ShiftKind = enumOf(['LOGICAL', 'ARITHMETIC'] as const);
registerEnumType(ShiftKind, {
  name: 'ShiftKind',
  description: 'What a shift to the right fills with: zeros, or copies of the sign.',
});

const POSITION = { description: 'Counted from the right, from 0.' };

@ObjectType({ description: 'One column of the calculation on paper.' })
export class ArithmeticColumn implements Column {
  @Field(() => Int, POSITION)
  position!: number;

  @Field(() => Int, { nullable: true, description: 'Null for MULTIPLY.' })
  bit1!: Bit | null;

  @Field(() => Int, { nullable: true, description: 'Null for MULTIPLY and shifts.' })
  bit2!: Bit | null;

  @Field(() => Int, { nullable: true, description: 'Of MULTIPLY: how many ones the partial products have here.' })
  ones!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The carry from the column to the right; of SUBTRACT, what that has borrowed. Null for shifts.',
  })
  carryIn!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The carry to the column to the left, or what is borrowed from it.',
  })
  carryOut!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Of a shift: the position that the bit comes from; null if filled.',
  })
  source!: number | null;

  @Field(() => Int)
  result!: Bit;
}

@ObjectType({ description: 'One row of a multiplication: the first number, moved to the left, or zeros.' })
export class PartialProduct implements Product {
  @Field(() => Int, { description: 'The position of the bit of the second number, by which the row is moved.' })
  position!: number;

  @Field(() => Int)
  bit!: Bit;

  @Field(() => String)
  bits!: string;
}

@ObjectType({ description: 'The status flags, as a processor sets them.' })
export class ArithmeticFlags implements Flags {
  @Field(() => Boolean, {
    description:
      'The result does not fit without a sign: a carry out of the highest bit, a borrow for SUBTRACT, an upper half ' +
      'that is not 0 for MULTIPLY. Of a shift, the last bit that was moved out.',
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

  @Field(() => Int)
  bit!: Bit;

  @Field(() => Int, { description: 'The 1 in the first column, the carry in every other.' })
  carryIn!: Bit;

  @Field(() => Int)
  result!: Bit;
}

@ObjectType({ description: "Two's complement by hand: invert every bit, add one." })
export class TwosComplementSteps implements Steps {
  @Field(() => String, { description: 'The bits in the beginning.' })
  bits!: string;

  @Field(() => String)
  inverted!: string;

  @Field(() => String, { description: 'The inverted bits plus one.' })
  result!: string;

  @Extensions(costs(25))
  @Field(() => [AddOneColumn], { description: 'The addition, the most significant bit first.' })
  columns!: readonly AddOneColumn[];
}

@ObjectType({ description: 'A calculation in a fixed number of bits, as on paper.' })
export class ArithmeticResult implements Omit<Result, 'operation'> {
  @Field(() => BitPattern)
  operand1!: BitPattern;

  @Field(() => BitPattern, { nullable: true, description: 'Null for a shift.' })
  operand2!: BitPattern | null;

  @Field(() => Int, { nullable: true, description: 'By how many positions it shifts.' })
  shiftCount!: number | null;

  @Field(() => ShiftKind, { nullable: true, description: 'What SHIFT_RIGHT fills with.' })
  shiftKind!: Shift | null;

  @Field(() => BitPattern)
  result!: BitPattern;

  @Field(() => String, { description: 'The result of the operands without sign, with no limit of bits; decimal.' })
  exactUnsigned!: string;

  @Field(() => String, { description: "The same of the operands in two's complement." })
  exactSigned!: string;

  @Extensions(costs(60))
  @Field(() => [ArithmeticColumn], {
    description: 'The most significant first; of MULTIPLY twice as many as the operands have.',
  })
  columns!: readonly ArithmeticColumn[];

  @Extensions(costs(20))
  @Field(() => [PartialProduct], {
    description: 'Of MULTIPLY: one for each bit of the second number, the lowest first.',
  })
  partialProducts!: readonly PartialProduct[];

  @Field(() => String, { nullable: true, description: 'Of MULTIPLY: all bits of the product of the unsigned values.' })
  product!: string | null;

  @Field(() => ArithmeticFlags)
  flags!: ArithmeticFlags;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'How a negative first number gets its bits; null if it is not negative.',
  })
  complement1!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, { nullable: true, description: 'The same for the second number.' })
  complement2!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'Of SUBTRACT: the second number with the opposite sign, which added gives the same bits.',
  })
  negated2!: TwosComplementSteps | null;

  @Field(() => TwosComplementSteps, {
    nullable: true,
    description: 'How a result with the sign bit is read: its magnitude; null without it.',
  })
  magnitude!: TwosComplementSteps | null;
}
