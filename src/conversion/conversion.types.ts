import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { type ConversionName, conversions } from './convert-base.js';
import { type LogicOperationName, logicOperations } from './logic.js';

/** The enum `ConversionType`: the keys of {@link conversions}. */
export const ConversionType = enumOf(Object.keys(conversions) as ConversionName[]);
registerEnumType(ConversionType, {
  name: 'ConversionType',
  description: 'From which base to which: binary, octal, decimal, hexadecimal.',
});

/** The enum `LogicOperation`: the keys of {@link logicOperations}. */
export const LogicOperation = enumOf(Object.keys(logicOperations) as LogicOperationName[]);
registerEnumType(LogicOperation, {
  name: 'LogicOperation',
  description: 'A logic operation on two bits.',
});

/** A converted number (specification §2.6). */
@ObjectType({ description: 'A converted number.' })
export class Conversion {
  @Field(() => String, {
    description: 'Every digit in the target base: no prefix, hexadecimal in upper case, a minus sign in front.',
  })
  result!: string;
}

function enumOf<T extends string>(names: readonly T[]): { readonly [Name in T]: Name } {
  return Object.fromEntries(names.map((name) => [name, name])) as { [Name in T]: Name };
}
