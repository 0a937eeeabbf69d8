import { Arg, Authorized, Ctx, Extensions, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { costs } from '../graphql/field-marks.js';
import {
  DoesNotFit,
  NotABit,
  NotANumber,
  NotAnExpression,
  NotARadix,
  SecondValueMissing,
} from './conversion.errors.js';
import { BaseConversion, Conversion, ConversionType } from './conversion.types.js';
import { BitwiseResult, LogicOperation, TruthTable } from './logic.types.js';
import { BitWidthScalar, Representations, shapeRepresentation } from './representation.types.js';
import { bitwise, fitsBits } from './rules/bitwise.js';
import { type ConversionName, type ConvertedNumber, conversions, convertBase } from './rules/convert-base.js';
import type { ExpressionProblem } from './rules/expression.js';
import { applyLogic, type Bit, isBit, type LogicOperationName } from './rules/logic.js';
import { parseExpression } from './rules/parse-expression.js';
import { type BitWidth, signAndMagnitude, twosComplement, unsigned } from './rules/representations.js';
import { truthTable } from './rules/truth-table.js';
import { isUnreadable, type Unreadable } from './rules/unreadable.js';
import { isRadix, type NumberProblem, parseLiteral } from './rules/whole-number.js';

/** Number bases and logic for signed-in viewers (contract 5), without a rate limit. */
@Resolver()
export class ConversionResolver {
  @Authorized()
  @Extensions(costs(40))
  @Query(() => Conversion, { description: 'Converts a whole number exactly, up to 4,096 characters.' })
  convert(
    @Arg('type', () => ConversionType) type: ConversionName,
    @Arg('value', () => String) value: string,
  ): Conversion {
    const { from, to } = conversions[type];
    return new Conversion(readable('value', convertBase(value, from, to)), from, to);
  }

  @Authorized()
  @Extensions(costs(40))
  @Query(() => BaseConversion, {
    description: 'Converts a whole number exactly between any two bases from 2 to 36, up to 4,096 characters.',
  })
  convertBase(
    @Arg('value', () => String) value: string,
    @Arg('from', () => Int) from: number,
    @Arg('to', () => Int) to: number,
  ): BaseConversion {
    const faulty = Object.entries({ from, to }).filter(([, radix]) => !isRadix(radix));
    if (faulty.length > 0) throw new NotARadix(faulty.map(([argument]) => argument));
    return new BaseConversion(readable('value', convertBase(value, from, to)), from, to);
  }

  @Authorized()
  @Query(() => Representations, {
    description: 'The binary representations of a whole number: decimal, or with the prefix 0b, 0o or 0x.',
  })
  representations(
    @Arg('value', () => String) value: string,
    @Arg('bits', () => BitWidthScalar) bits: BitWidth,
    @Ctx() { language }: GraphQLContext,
  ): Representations {
    const number = readable('value', parseLiteral(value));
    return {
      value: String(number),
      unsigned: shapeRepresentation(unsigned(number, bits), language),
      twosComplement: shapeRepresentation(twosComplement(number, bits), language),
      signAndMagnitude: shapeRepresentation(signAndMagnitude(number, bits), language),
    };
  }

  @Authorized()
  @Query(() => Int, {
    description: 'Evaluates a logic operation on bits, which must be 0 or 1; NOT takes the first only.',
  })
  logic(
    @Arg('operation', () => LogicOperation) operation: LogicOperationName,
    @Arg('value1', () => Int) value1: number,
    @Arg('value2', () => Int, { nullable: true }) value2: number | null = null,
  ): Bit {
    if (operation !== 'NOT' && value2 === null) throw new SecondValueMissing();
    const faulty = Object.entries({ value1, value2: value2 ?? 0 }).filter(([, value]) => !isBit(value));
    if (faulty.length > 0) throw new NotABit(faulty.map(([argument]) => argument));
    return applyLogic(operation, value1 as Bit, (value2 ?? 0) as Bit);
  }

  @Authorized()
  @Query(() => BitwiseResult, {
    description:
      'Combines two whole numbers bit by bit: decimal, or with the prefix 0b, 0o or 0x. NOT takes the first only.',
  })
  bitwise(
    @Arg('operation', () => LogicOperation) operation: LogicOperationName,
    @Arg('value1', () => String) value1: string,
    @Arg('value2', () => String, { nullable: true }) value2: string | null,
    @Arg('bits', () => BitWidthScalar) bits: BitWidth,
  ): BitwiseResult {
    const number1 = readOperand('value1', value1, bits);
    if (operation === 'NOT') return bitwise(operation, number1, undefined, bits);
    if (typeof value2 !== 'string') throw new SecondValueMissing();
    return bitwise(operation, number1, readOperand('value2', value2, bits), bits);
  }

  @Authorized()
  @Extensions(costs(150))
  @Query(() => TruthTable, {
    description:
      'The truth table of an expression such as `A AND (B XOR NOT C)`: at most 200 characters and 6 variables. ' +
      'NOT binds before AND, that before XOR, that before OR.',
  })
  truthTable(@Arg('expression', () => String) expression: string): TruthTable {
    const parsed = parseExpression(expression);
    if (isUnreadable<ExpressionProblem>(parsed)) throw new NotAnExpression(parsed.problem);
    return truthTable(parsed);
  }
}

/** The parsed value of an argument. @throws {NotANumber} when it could not be parsed. */
function readable<T extends bigint | ConvertedNumber>(argument: string, read: T | Unreadable<NumberProblem>): T {
  if (isUnreadable<NumberProblem>(read)) throw new NotANumber(argument, read.problem);
  return read;
}

function readOperand(argument: string, value: string, bits: BitWidth): bigint {
  const number = readable(argument, parseLiteral(value));
  if (!fitsBits(number, bits)) throw new DoesNotFit(argument, bits);
  return number;
}
