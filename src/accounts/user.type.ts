import { Field, ObjectType } from 'type-graphql';

/** An account as its owner sees it, who is signed in. */
export function ownUser({ username, email, firstName, isStaff }: Omit<UserType, 'isAuthenticated'>): UserType {
  return { username, email, firstName, isAuthenticated: true, isStaff: isStaff || null };
}

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

  @Field(() => Boolean, { nullable: true, description: 'Whether it has the staff role; null to all but staff.' })
  isStaff!: boolean | null;
}
