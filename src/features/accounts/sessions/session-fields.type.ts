import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';

/** Fields of a signed-in browser that its owner and staff see alike. */
@ObjectType()
export abstract class SessionFieldsType {
  @Field(() => ID, {
    description: 'Ends it, with `endSession` or `endUserSession`; it cannot be used to authenticate.',
  })
  id!: string;

  @Field(() => DateTime, { description: 'The time of the login: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => DateTime, { description: 'When it expires: ISO 8601, UTC, milliseconds.' })
  expiresAt!: string;

  @Field(() => String, { description: 'IP address of the login.' })
  address!: string;

  @Field(() => String, { description: 'The browser and its system, as far as its User-Agent names them.' })
  browser!: string;

  @Field(() => Boolean, { description: 'Whether it is the session of this request.' })
  isCurrent!: boolean;
}
