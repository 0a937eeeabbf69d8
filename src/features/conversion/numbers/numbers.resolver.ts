import { Arg, Authorized, Extensions, Int, Query, Resolver } from 'type-graphql';
import { costs, scope } from '../../../platform/graphql/field-marks.js';
import { DoesNotFit } from '../conversion.errors.js';
import { readableNumber, requireRadixes } from '../read-arguments.js';
import { BitWidthScalar } from '../representation.types.js';
import type { ShiftKind as ShiftKindName } from '../rules/arithmetic/arithmetic-calculation.js';
import { type ArithmeticOperationName, isShift } from '../rules/arithmetic/arithmetic-operation.js';
import { binaryArithmetic, isSecondNumber } from '../rules/arithmetic/binary-arithmetic.js';
import { parseLiteral } from '../rules/bases/whole-number.js';
import type { FloatFormat } from '../rules/floating-point/float-format.js';
import { floatingPoint } from '../rules/floating-point/floating-point.js';
import type { FloatProblem } from '../rules/floating-point/parse-float-text.js';
import { convertFraction, FRACTION_DIGITS, FRACTION_DIGITS_MAX } from '../rules/fractions/convert-fraction.js';
import type { FractionProblem } from '../rules/fractions/parse-fraction.js';
import { fitsBits } from '../rules/representations/bitwise.js';
import type { BitWidth } from '../rules/representations/representations.js';
import { isUnreadable } from '../rules/unreadable.js';
import { ArithmeticOperation, ArithmeticResult, ShiftKind } from './arithmetic.types.js';
import { FloatingPoint, FloatingPointFormat, shapeFloatingPoint } from './floating-point.types.js';
import { FractionConversion } from './fraction.types.js';
import { NotADigitCount, NotAFloatingPointNumber, NotAFraction, NotAShiftCount } from './numbers.errors.js';

/**
 * Computes fractions, floating point and binary arithmetic for signed-in viewers, without a rate limit (contract 15).
 */
@Resolver()
export class NumbersResolver {
  @Authorized()
  @Extensions({ ...costs(25), ...scope('CONVERT') })
  @Query(() => FractionConversion, {
    description:
      'Converts a number with a fractional part exactly, between any two bases from 2 to 36, up to 256 characters: ' +
      '`0.1`, `-1,5`, with its period in brackets `0.1(6)`.',
  })
  convertFraction(
    @Arg('value', () => String, { description: 'Digits in the base `from`, in any case, with a point or a comma.' })
    value: string,
    @Arg('from', () => Int, { description: 'Base of `value`: 2 to 36.' }) from: number,
    @Arg('to', () => Int, { description: 'Base of the result: 2 to 36.' }) to: number,
    @Arg('digits', () => Int, {
      defaultValue: FRACTION_DIGITS,
      description: 'Maximum number of fractional digits to compute: up to 1,000. Further ones are cut, not rounded.',
    })
    digits: number,
  ): FractionConversion {
    requireRadixes({ from, to });
    if (digits < 0 || digits > FRACTION_DIGITS_MAX) throw new NotADigitCount();
    const converted = convertFraction(value, from, to, digits);
    if (isUnreadable<FractionProblem>(converted)) throw new NotAFraction(converted.problem);
    return new FractionConversion(converted);
  }

  @Authorized()
  @Extensions({ ...costs(100), ...scope('CONVERT') })
  @Query(() => FloatingPoint, {
    description:
      'A number as a binary format of IEEE 754 stores it: a decimal (`0.1`, `-1e-3`), `Infinity`, `NaN`, or its bits ' +
      'in hexadecimal (`0x3DCCCCCD`) or binary (`0b…`, or as many digits as the format has bits); up to 1,100 ' +
      'characters, exponents from -1,500 to 1,500.',
  })
  floatingPoint(
    @Arg('value', () => String, { description: 'Number to store, or bits to read.' }) value: string,
    @Arg('format', () => FloatingPointFormat, { description: 'Decides how many bits there are.' }) format: FloatFormat,
  ): FloatingPoint {
    const float = floatingPoint(value, format);
    if (isUnreadable<FloatProblem>(float)) throw new NotAFloatingPointNumber(float.problem);
    return shapeFloatingPoint(float);
  }

  @Authorized()
  @Extensions({ ...costs(10), ...scope('CONVERT') })
  @Query(() => ArithmeticResult, {
    description:
      'Calculates with two whole numbers in a fixed number of bits, column by column: decimal, or with the prefix 0b, ' +
      '0o or 0x. For a shift, the second number is the number of positions, from 0 to the number of bits.',
  })
  binaryArithmetic(
    @Arg('operation', () => ArithmeticOperation, { description: 'A shift needs a number of positions as `value2`.' })
    operation: ArithmeticOperationName,
    @Arg('bits', () => BitWidthScalar, { description: 'Width of the numbers and of the result.' }) width: BitWidth,
    @Arg('value1', () => String, { description: "Must fit in the width, without a sign or in two's complement." })
    value1: string,
    @Arg('value2', () => String, { description: 'Must fit as well; for a shift, a number of positions.' })
    value2: string,
    @Arg('shiftKind', () => ShiftKind, {
      nullable: true,
      description:
        'Kind of a SHIFT_RIGHT. By default a negative number is shifted arithmetically, any other one logically.',
    })
    shiftKind: ShiftKindName | null = null,
  ): ArithmeticResult {
    const number1 = readableNumber('value1', parseLiteral(value1));
    const number2 = readableNumber('value2', parseLiteral(value2));
    if (!fitsBits(number1, width)) throw new DoesNotFit('value1', width);
    if (!isSecondNumber(operation, number2, width)) {
      throw isShift(operation) ? new NotAShiftCount(width) : new DoesNotFit('value2', width);
    }
    return binaryArithmetic({ operation, width, number1, number2, shiftKind });
  }
}
