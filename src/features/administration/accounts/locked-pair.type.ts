import { Field, Int, ObjectType } from 'type-graphql';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';

/** A lock as shown to staff (contract 3, lockout). */
@ObjectType('LockedPair', { description: 'A user name and an address that are locked out.' })
export class LockedPairType {
  @Field(() => String, {
    description: 'Normalised name, cut with `…` if very long. It need not belong to an account.',
  })
  username!: string;

  @Field(() => String, { description: 'An IPv4 address, or the /64 of an IPv6 one, such as `2001:db8::/64`.' })
  address!: string;

  @Field(() => DateTime, { description: 'End of the lock by the wall clock: ISO 8601, UTC, milliseconds.' })
  lockedUntil!: string;

  @Field(() => Boolean, { description: 'Whether an account with the staff role has this name.' })
  isStaff!: boolean;

  @Field(() => Int, { description: 'Remaining time of the lock, independent of changes of the wall clock.' })
  secondsLeft!: number;
}
