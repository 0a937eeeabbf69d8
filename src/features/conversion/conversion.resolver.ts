import { Arg, Authorized, Ctx, Extensions, Int, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import { costs, scope } from '../../platform/graphql/field-marks.js';
import { DoesNotFit, NotABit, SecondValueMissing } from './conversion.errors.js';
import { BaseConversion, Conversion, ConversionType } from './conversion.types.js';
import { BitwiseResult, LogicOperation, TruthTable } from './logic/logic.types.js';
import { NOTATION_ARGUMENT, NotationEnum } from './logic/notation.type.js';
import { shapeReadings } from './logic/reading.types.js';
import { readableNumber, readExpression, requireRadixes } from './read-arguments.js';
import { BitWidthScalar, Representations, shapeRepresentation } from './representation.types.js';
import { type ConversionName, conversions, convertBase } from './rules/bases/convert-base.js';
import { parseLiteral } from './rules/bases/whole-number.js';
import { applyLogic, type Bit, isBit, type LogicOperationName } from './rules/logic/logic-operations.js';
import type { Notation } from './rules/logic/notation.js';
import { variablesInOrder } from './rules/logic/parse-expression.js';
import { truthTable } from './rules/logic/truth-table.js';
import { bitwise, fitsBits } from './rules/representations/bitwise.js';
import { type BitWidth, signAndMagnitude, twosComplement, unsigned } from './rules/representations/representations.js';

/** Converts number bases and computes logic operations for signed-in viewers, without a rate limit (contract 5). */
@Resolver()
export class ConversionResolver {
  @Authorized()
  @Extensions({ ...costs(40), ...scope('CONVERT') })
  @Query(() => Conversion, { description: 'Converts a whole number exactly, up to 4,096 characters.' })
  convert(
    @Arg('type', () => ConversionType, { description: 'Source and target base.' }) type: ConversionName,
    @Arg('value', () => String, {
      description:
        'Digits in the source base; a sign, the prefix 0b, 0o or 0x, and surrounding white space are allowed.',
    })
    value: string,
  ): Conversion {
    const { from, to } = conversions[type];
    return new Conversion(readableNumber('value', convertBase(value, from, to)), from, to);
  }

  @Authorized()
  @Extensions({ ...costs(40), ...scope('CONVERT') })
  @Query(() => BaseConversion, {
    description: 'Converts a whole number exactly between any two bases from 2 to 36, up to 4,096 characters.',
  })
  convertBase(
    @Arg('value', () => String, {
      description:
        'Digits in the base `from`, in any case; a sign, the prefix 0b, 0o or 0x of the base, and surrounding white space are allowed.',
    })
    value: string,
    @Arg('from', () => Int, { description: 'Base of `value`: 2 to 36.' }) from: number,
    @Arg('to', () => Int, { description: 'Base of the result: 2 to 36.' }) to: number,
  ): BaseConversion {
    requireRadixes({ from, to });
    return new BaseConversion(readableNumber('value', convertBase(value, from, to)), from, to);
  }

  @Authorized()
  @Extensions(scope('CONVERT'))
  @Query(() => Representations, {
    description: 'The binary representations of a whole number: decimal, or with the prefix 0b, 0o or 0x.',
  })
  representations(
    @Arg('value', () => String, { description: 'Any size up to 4,096 characters; `overflow` tells whether it fits.' })
    value: string,
    @Arg('bits', () => BitWidthScalar, { description: 'How many bits to write it with.' }) bits: BitWidth,
    @Ctx() { language }: GraphQLContext,
  ): Representations {
    const number = readableNumber('value', parseLiteral(value));
    return {
      value: String(number),
      unsigned: shapeRepresentation(unsigned(number, bits), language),
      twosComplement: shapeRepresentation(twosComplement(number, bits), language),
      signAndMagnitude: shapeRepresentation(signAndMagnitude(number, bits), language),
    };
  }

  @Authorized()
  @Extensions(scope('CONVERT'))
  @Query(() => Int, {
    description: 'Evaluates a logic operation on bits, which must be 0 or 1; NOT takes the first only.',
  })
  logic(
    @Arg('operation', () => LogicOperation, { description: 'NOT needs the first bit only.' })
    operation: LogicOperationName,
    @Arg('value1', () => Int, { description: 'First bit: 0 or 1.' }) value1: number,
    @Arg('value2', () => Int, {
      nullable: true,
      description: 'Second bit, 0 or 1: required for every operation but NOT.',
    })
    value2: number | null = null,
  ): Bit {
    if (operation !== 'NOT' && value2 === null) throw new SecondValueMissing();
    const faulty = Object.entries({ value1, value2: value2 ?? 0 }).filter(([, value]) => !isBit(value));
    if (faulty.length > 0) throw new NotABit(faulty.map(([argument]) => argument));
    return applyLogic(operation, value1 as Bit, (value2 ?? 0) as Bit);
  }

  @Authorized()
  @Extensions(scope('CONVERT'))
  @Query(() => BitwiseResult, {
    description:
      'Combines two whole numbers bit by bit: decimal, or with the prefix 0b, 0o or 0x. NOT takes the first only.',
  })
  bitwise(
    @Arg('operation', () => LogicOperation, {
      description: 'Applied to each pair of bits; NOT to the first number only.',
    })
    operation: LogicOperationName,
    @Arg('value1', () => String, { description: "Must fit in the width, without a sign or in two's complement." })
    value1: string,
    @Arg('value2', () => String, {
      nullable: true,
      description: 'Must fit as well; ignored for NOT, required otherwise.',
    })
    value2: string | null,
    @Arg('bits', () => BitWidthScalar, { description: 'Width of the numbers and of the result.' }) bits: BitWidth,
  ): BitwiseResult {
    const number1 = readOperand('value1', value1, bits);
    if (operation === 'NOT') return bitwise(operation, number1, undefined, bits);
    if (typeof value2 !== 'string') throw new SecondValueMissing();
    return bitwise(operation, number1, readOperand('value2', value2, bits), bits);
  }

  @Authorized()
  @Extensions({ ...costs(150), ...scope('CONVERT') })
  @Query(() => TruthTable, {
    description:
      'The truth table of an expression such as `A AND (B XOR NOT C)`: at most 200 characters and 6 variables. ' +
      'Operations by precedence, highest first: NOT, AND, XOR, OR, IMPLIES, IFF.',
  })
  truthTable(
    @Arg('expression', () => String, {
      description: 'Expression of at most 200 characters and 6 variables, written as `notation` says.',
    })
    expression: string,
    @Arg('notation', () => NotationEnum, NOTATION_ARGUMENT) notation?: Notation,
  ): TruthTable {
    const parsed = readExpression('expression', expression, notation);
    const table = truthTable(parsed, notation, variablesInOrder(parsed, expression, notation));
    return { ...table, reading: shapeReadings(expression, notation) };
  }
}

function readOperand(argument: string, value: string, bits: BitWidth): bigint {
  const number = readableNumber(argument, parseLiteral(value));
  if (!fitsBits(number, bits)) throw new DoesNotFit(argument, bits);
  return number;
}
