import { Arg, Authorized, Int, Query, Resolver } from 'type-graphql';
import { NotABit, NotConvertible } from './conversion.errors.js';
import { Conversion, ConversionType, LogicOperation } from './conversion.types.js';
import { type ConversionName, convertBase } from './convert-base.js';
import { isBit, type LogicOperationName, logicOperations } from './logic.js';

/** Number bases and logic for signed-in callers (specification §4.8, §4.9; contract §5). No rate limit. */
@Resolver()
export class ConversionResolver {
  @Authorized()
  @Query(() => Conversion, { description: 'Converts a whole number exactly, up to 4,096 characters.' })
  convert(
    @Arg('type', () => ConversionType) type: ConversionName,
    @Arg('value', () => String) value: string,
  ): Conversion {
    const result = convertBase(type, value);
    if (result === undefined) throw new NotConvertible();
    return { result };
  }

  @Authorized()
  @Query(() => Int, { description: 'Evaluates a logic operation on two bits; the values must be 0 or 1.' })
  logic(
    @Arg('operation', () => LogicOperation) operation: LogicOperationName,
    @Arg('value1', () => Int) value1: number,
    @Arg('value2', () => Int) value2: number,
  ): number {
    if (!isBit(value1) || !isBit(value2)) throw new NotABit();
    return logicOperations[operation](value1, value2);
  }
}
