import { Field, Int, ObjectType } from 'type-graphql';

/** A lock as the staff see it (contract 3, lockout). */
@ObjectType('LockedPair', { description: 'A name and an address that are locked out.' })
export class LockedPairType {
  @Field(() => String, {
    description: 'The name as it is compared, cut with `…` where it is very long. It need not be anybody’s.',
  })
  username!: string;

  @Field(() => String, { description: 'An IPv4 address, or the /64 of an IPv6 one, such as `2001:db8::/64`.' })
  address!: string;

  @Field(() => String, { description: 'ISO 8601, UTC, milliseconds, by the wall clock.' })
  lockedUntil!: string;

  @Field(() => Boolean, { description: 'Whether it is the name of an account with the staff role.' })
  isStaff!: boolean;

  @Field(() => Int, { description: 'What is left of the lock, however the wall clock is set.' })
  secondsLeft!: number;
}
