import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time.scalar.js';
import type { ShownVersion } from './shown-terms.js';

/** The shown terms (contract 6). The resolver provides `html` and `seenAt`. */
@ObjectType('Terms', { description: 'The current terms of use and privacy policy.' })
export class TermsType {
  /** Source of the fields; not exposed itself. */
  readonly shown!: ShownVersion;

  @Field(() => ID, { description: 'Number of the version, for `markTermsSeen`.' })
  version!: string;

  @Field(() => DateTime, { description: 'Time of creation. ISO 8601, UTC.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'Time of the last save. ISO 8601, UTC.' })
  updatedAt!: string;
}

/** The version shown from now on, for subscribers. */
@ObjectType('ShownTerms', { description: 'The version of the terms that is shown, and its state.' })
export class ShownTermsType {
  @Field(() => ID, { description: 'Number of the version, for `markTermsSeen`.' })
  version!: string;

  @Field(() => DateTime, { description: 'Time of the last save. ISO 8601, UTC.' })
  updatedAt!: string;
}

export function termsOf(shown: ShownVersion): TermsType {
  return { shown, createdAt: shown.createdAt.toISOString(), ...shapeShownTerms(shown) };
}

/** Returns the identity and state of a shown version. */
export function shapeShownTerms({ id, updatedAt }: ShownVersion): ShownTermsType {
  return { version: String(id), updatedAt: updatedAt.toISOString() };
}
