import { Arg, Authorized, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Locks } from '../accounts/authentication/locks.js';
import type { Reauthentication } from '../accounts/authentication/reauthentication.js';
import type { AccountChanges } from '../accounts/users/account-changes.js';
import { type Connection, connectionOf, connectionType, readPageRequest } from '../graphql/connection.type.js';
import type { GraphQLContext } from '../graphql/context.js';
import { CREDENTIAL_FIELD } from '../graphql/field-marks.js';
import { ownPasswordArg } from '../graphql/own-password-arg.js';
import { STAFF } from '../graphql/viewer-guard.js';
import { LockedPairType } from './locked-pair.type.js';
import { originOfStaff } from './origin-of-staff.js';

const LockedPairConnection = connectionType(LockedPairType, 'LockedPairConnection');

interface LocksDeps {
  readonly locks: Locks;
  readonly accountChanges: AccountChanges;
  readonly reauthentication: Reauthentication;
}

/** Who is locked out (contract 2, `/admin/`; contract 3, lockout). */
@Resolver()
export class LocksResolver {
  constructor(private readonly deps: LocksDeps) {}

  @Authorized(STAFF)
  @Query(() => LockedPairConnection, { description: 'What is locked out now, the newest lock first. For staff.' })
  async lockedPairs(
    @Arg('first', () => Int, { defaultValue: 50, description: '1 to 100.' }) first: number,
    @Arg('after', () => String, { nullable: true }) after: string | null | undefined,
  ): Promise<Connection<LockedPairType>> {
    const request = readPageRequest({ first, after }, ['time', 'string', 'string', 'string']);
    return connectionOf(await this.deps.locks.page(request), ({ lockedUntil, ...pair }) => ({
      ...pair,
      lockedUntil: lockedUntil.toISOString(),
    }));
  }

  @Authorized(STAFF)
  @Extensions(CREDENTIAL_FIELD)
  @Mutation(() => Int, {
    description:
      'Forgets the failures of a name, at one address or at all, and says at how many there were. For staff.',
  })
  async unlock(
    @Arg('username', () => String) username: string,
    @Arg('address', () => String, { nullable: true }) address: string | null | undefined,
    @Arg('ownPassword', () => String, ownPasswordArg('for the name of an account with the staff role'))
    ownPassword: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<number> {
    const caller = await originOfStaff(context);
    const origin = await this.deps.reauthentication.confirm(caller, ownPassword);
    return this.deps.accountChanges.unlock(username, origin, address ?? undefined);
  }
}
