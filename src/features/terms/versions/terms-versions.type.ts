import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionType } from '../../../platform/graphql/connection.type.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import type { DifferencePart } from '../rendering/terms-difference.js';

/** A version as listed for staff. */
@ObjectType('TermsVersionSummary', { description: 'A version of the terms, without its text.' })
class TermsVersionSummaryType {
  @Field(() => ID, {
    description: 'Number of the version, for `termsVersion`, `termsDifference` and `updateTermsVersion`.',
  })
  version!: string;

  @Field(() => DateTime, { description: 'Time of its creation: ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'Time of the last save. ISO 8601, UTC.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether it may be shown.' })
  isActive!: boolean;

  @Field(() => Boolean, {
    description: 'Whether this version is shown to users: it is the active version created last.',
  })
  isShown!: boolean;

  @Field(() => Int, { description: 'The length of the text, in characters.' })
  length!: number;

  @Field(() => Int, { description: 'Number of users who have seen it, including the one who published it.' })
  seenBy!: number;
}

export const TermsVersionConnectionType = connectionType(TermsVersionSummaryType, 'TermsVersion');

@ObjectType('TermsVersion', { description: 'A version of the terms with its text.' })
export class TermsVersionType {
  @Field(() => ID, {
    description: 'Number of the version, for `termsVersion`, `termsDifference` and `updateTermsVersion`.',
  })
  version!: string;

  @Field(() => DateTime, { description: 'Time of its creation: ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'Time of the last save; for `seenUpdatedAt`. ISO 8601, UTC.' })
  updatedAt!: string;

  @Field(() => Boolean, { description: 'Whether it may be shown.' })
  isActive!: boolean;

  @Field(() => Boolean, { description: 'Whether this version is shown to users.' })
  isShown!: boolean;

  @Field(() => String, { description: 'Markdown, as it was written.' })
  content!: string;
}

const DifferenceKind = {
  SAME: 'same',
  REMOVED: 'removed',
  ADDED: 'added',
} as const satisfies Record<string, DifferencePart['kind']>;

registerEnumType(DifferenceKind, {
  name: 'DifferenceKind',
  description: 'Whether a part is in both texts, only in the first, or only in the second.',
  valuesConfig: {
    SAME: { description: 'In both texts.' },
    REMOVED: { description: 'Part of the first text only.' },
    ADDED: { description: 'Part of the second text only.' },
  },
});

@ObjectType('TermsDifferencePart', { description: 'A part of a compared text.' })
export class TermsDifferencePartType {
  @Field(() => DifferenceKind, { description: 'Which of the texts contain it.' })
  kind!: DifferencePart['kind'];

  @Field(() => String, { description: 'A piece of Markdown; the pieces of a text follow each other without a gap.' })
  text!: string;
}

@ObjectType('TermsDifference', { description: 'The difference of the texts of two versions.' })
export class TermsDifferenceType {
  @Field(() => [TermsDifferencePartType], {
    description:
      'Parts in the order of the texts. All but the added parts make the first text, all but the removed ones the second.',
  })
  parts!: TermsDifferencePartType[];

  @Field(() => Boolean, { description: 'Whether the texts differ so much that both are returned whole.' })
  gaveUp!: boolean;
}
