import { Field, ID, ObjectType } from 'type-graphql';
import type { ShownVersion } from './shown-terms.js';

/** The terms that are shown (contract 6); `html` and `seenAt` are fields of the resolver. */
@ObjectType('Terms', { description: 'The terms of use and privacy policy that are shown.' })
export class TermsType {
  /** The version from which the fields are made. */
  readonly shown!: ShownVersion;

  @Field(() => ID)
  version!: string;

  @Field(() => String, { description: 'When the version was written. ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => String, { description: 'When it was saved last. ISO 8601, UTC.' })
  updatedAt!: string;
}

/** The version that is shown from now on, for subscribers. */
@ObjectType('ShownTerms', { description: 'Which version of the terms is shown, and in which state.' })
export class ShownTermsType {
  @Field(() => ID)
  version!: string;

  @Field(() => String, { description: 'When it was saved last. ISO 8601, UTC.' })
  updatedAt!: string;
}

/** The terms as a viewer sees them. */
export function termsOf(shown: ShownVersion): TermsType {
  return { shown, createdAt: shown.createdAt.toISOString(), ...shownTermsOf(shown) };
}

/** The identity and state of a shown version. */
export function shownTermsOf({ id, updatedAt }: ShownVersion): ShownTermsType {
  return { version: String(id), updatedAt: updatedAt.toISOString() };
}
