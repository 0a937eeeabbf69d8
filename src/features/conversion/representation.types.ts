import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import type { Language } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { createEnum } from './create-enum.js';
import {
  type BitWidth,
  isBitWidth,
  type RepresentationKind as Kinds,
  type Representation as Represented,
} from './rules/representations/representations.js';

/** The `BitWidth` scalar: 8, 16, 32 or 64. */
export const BitWidthScalar = new GraphQLScalarType<BitWidth, number>({
  name: 'BitWidth',
  description: 'Width of a number: 8, 16, 32 or 64 bits.',
  parseValue: bitWidth,
  parseLiteral: (node) => bitWidth(node.kind === Kind.INT ? Number(node.value) : undefined),
});

function bitWidth(value: unknown): BitWidth {
  if (!isBitWidth(value)) throw new GraphQLError('A BitWidth is 8, 16, 32 or 64.');
  return value;
}

const RepresentationKind = createEnum(['UNSIGNED', 'TWOS_COMPLEMENT', 'SIGN_AND_MAGNITUDE'] as const);
registerEnumType(RepresentationKind, {
  name: 'RepresentationKind',
  description: 'How bits are read as a number.',
  valuesConfig: {
    UNSIGNED: { description: 'All bits count; there are no negative numbers.' },
    TWOS_COMPLEMENT: { description: 'The first bit counts negatively: 11111111 is -1.' },
    SIGN_AND_MAGNITUDE: { description: 'The first bit is the sign, the others are the absolute value.' },
  },
});

const OverflowDirection = createEnum(['ABOVE', 'BELOW'] as const);
registerEnumType(OverflowDirection, {
  name: 'OverflowDirection',
  description: 'Whether a number is above the largest that fits, or below the smallest.',
  valuesConfig: {
    ABOVE: { description: 'Larger than the largest number that fits.' },
    BELOW: { description: 'Smaller than the smallest number that fits.' },
  },
});

@ObjectType({ description: 'A number does not fit, and its high bits are lost.' })
export class Overflow {
  @Field(() => OverflowDirection, { description: 'Which end of the range the number is beyond.' })
  direction!: 'ABOVE' | 'BELOW';

  @Field(() => String, { description: 'A description in the language of the caller.' })
  text!: string;
}

@ObjectType({ description: 'One binary representation of a number.' })
export class Representation {
  @Field(() => RepresentationKind, { description: 'How the bits are to be read.' })
  kind!: Kinds;

  @Field(() => String, { description: 'All bits, the most significant first.' })
  bits!: string;

  @Field(() => String, { description: 'The bits in hexadecimal, two digits per byte.' })
  hex!: string;

  @Field(() => String, {
    description: 'Value of the bits, decimal; after an overflow, it differs from the number.',
  })
  decimal!: string;

  @Field(() => String, { description: 'The smallest number that fits, decimal.' })
  minimum!: string;

  @Field(() => String, { description: 'The largest number that fits, decimal.' })
  maximum!: string;

  @Field(() => Overflow, { nullable: true, description: 'Overflow; null if the number fits.' })
  overflow!: Overflow | null;
}

@ObjectType({ description: 'The binary representations of a number.' })
export class Representations {
  @Field(() => String, { description: 'The number, decimal.' })
  value!: string;

  @Field(() => Representation, { description: 'Without negative numbers.' })
  unsigned!: Representation;

  @Field(() => Representation, { description: "Two's complement, the form in which processors store whole numbers." })
  twosComplement!: Representation;

  @Field(() => Representation, { description: 'With the first bit as a mere sign.' })
  signAndMagnitude!: Representation;
}

/** Shapes a representation for GraphQL, describing any overflow in the given language. */
export function shapeRepresentation(represented: Represented, language: Language): Representation {
  const { overflow, width, minimum, maximum, decimal } = represented;
  const text = translate(message('conversion.overflow', { width, minimum, maximum, decimal }), language);
  return { ...represented, overflow: overflow && { direction: overflow, text } };
}
