import { Field, ID, ObjectType } from 'type-graphql';

/** A signed-in browser as its owner sees it (contract 2, `/conta/`). */
@ObjectType('Session', { description: 'A signed-in browser.' })
export class SessionType {
  @Field(() => ID, { description: 'Names the session to `endSession`; it opens nothing.' })
  id!: string;

  @Field(() => String, { description: 'When the login was: ISO 8601, UTC, milliseconds.' })
  createdAt!: string;

  @Field(() => String, { description: 'When it ends by itself: ISO 8601, UTC, milliseconds.' })
  expiresAt!: string;

  @Field(() => String, { description: 'The IP address that the login came from.' })
  address!: string;

  @Field(() => String, { description: 'The browser and its system, as far as it told them.' })
  browser!: string;

  @Field(() => Boolean, { description: 'Whether it is the session that asks.' })
  isCurrent!: boolean;
}
