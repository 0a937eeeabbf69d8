import { Field, ObjectType } from 'type-graphql';

/** An account as its owner sees it (specification §2.1). */
@ObjectType('User', { description: 'An account.' })
export class UserType {
  @Field(() => String)
  username!: string;

  @Field(() => String)
  email!: string;

  @Field(() => String)
  firstName!: string;

  @Field(() => Boolean, { description: 'Whether the caller is signed in as this account.' })
  isAuthenticated!: boolean;
}
