import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { createEnum } from '../create-enum.js';
import type { Notation } from '../rules/logic/notation.js';
import { type ReadingCode, type Reading as ReadPart, readingCodes, readingsOf } from '../rules/logic/readings.js';
import { NotationEnum } from './notation.type.js';

const ReadingCodeEnum = createEnum(readingCodes);
registerEnumType(ReadingCodeEnum, {
  name: 'ExpressionReadingCode',
  description: 'How a part of an expression was read that others read differently.',
  valuesConfig: {
    CARET_AS_AND: { description: 'Sign `^` as AND, as in mathematics.' },
    CARET_AS_XOR: { description: 'Sign `^` as XOR, as in programming.' },
    LETTERS_AS_NAME: { description: 'Letters such as `AB` as one variable; engineers read A·B.' },
    LETTERS_AS_PRODUCT: { description: 'Letters such as `AB` as A·B, because the function lists A and B.' },
    LETTER_E_AS_VARIABLE: { description: 'Letter `E` as a variable; elsewhere it is AND in Portuguese.' },
    TRUTH_LETTERS_AS_CONSTANTS: { description: 'Letters `V` and `F` as 1 and 0; they may be variables.' },
  },
});

@ObjectType({ description: 'A part of an expression that has another likely reading.' })
export class ExpressionReading {
  constructor(private readonly read: ReadPart) {}

  @Field(() => ReadingCodeEnum, { description: 'Reading that was taken.' })
  get code(): ReadingCode {
    return this.read.code;
  }

  @Field(() => String, { description: 'Part as written.' })
  get found(): string {
    return this.read.found;
  }

  @Field(() => String, { description: 'Expression that is read the other way in `otherNotation`.' })
  get otherExpression(): string {
    return this.read.otherwise.expression;
  }

  @Field(() => NotationEnum, { description: 'Notation in which `otherExpression` is read the other way.' })
  get otherNotation(): Notation {
    return this.read.otherwise.notation;
  }
}

/** Options of a list of readings. */
export const READING_FIELD = { description: 'Parts that have another likely reading; usually none, at most four.' };

/** Returns the parts of an argument that have another likely reading. */
export function shapeReadings(text: string, notation: Notation | undefined): ExpressionReading[] {
  return readingsOf(text, notation).map((reading) => new ExpressionReading(reading));
}
