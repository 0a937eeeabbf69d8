import { Field, ID, ObjectType } from 'type-graphql';

/** A signed-in browser as shown to its owner (contract 2, `/conta/`). */
@ObjectType('Session', { description: 'A signed-in browser.' })
export class SessionType {
  @Field(() => ID, { description: 'The id for `endSession`; it cannot be used to authenticate.' })
  id!: string;

  @Field(() => String, { description: 'The time of the login: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => String, { description: 'When it expires: ISO 8601, UTC, milliseconds.' })
  expiresAt!: string;

  @Field(() => String, { description: 'IP address of the login.' })
  address!: string;

  @Field(() => String, { description: 'The browser and its system, as far as its User-Agent names them.' })
  browser!: string;

  @Field(() => Boolean, { description: 'Whether it is the session of this request.' })
  isCurrent!: boolean;
}
