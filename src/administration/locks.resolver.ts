import { Arg, Authorized, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountChanges } from '../accounts/account-changes.js';
import type { Locks } from '../accounts/locks.js';
import { staffOrigin } from '../accounts/origin.js';
import { type Connection, connectionOf, connectionType, readPageRequest } from '../graphql/connection.type.js';
import type { GraphQLContext } from '../graphql/context.js';
import { requireViewer, STAFF } from '../graphql/viewer-guard.js';
import { LockedPairType } from './locked-pair.type.js';

const LockedPairConnection = connectionType(LockedPairType, 'LockedPairConnection');

interface LocksParts {
  readonly locks: Locks;
  readonly accountChanges: AccountChanges;
}

/** Who is locked out (contract §2, `/admin/`; §3, lockout). */
@Resolver()
export class LocksResolver {
  constructor(private readonly parts: LocksParts) {}

  @Authorized(STAFF)
  @Query(() => LockedPairConnection, { description: 'What is locked out now, the newest lock first. For staff.' })
  async lockedPairs(
    @Arg('first', () => Int, { defaultValue: 50, description: '1 to 100.' }) first: number,
    @Arg('after', () => String, { nullable: true }) after: string | null | undefined,
  ): Promise<Connection<LockedPairType>> {
    const request = readPageRequest({ first, after }, ['moment', 'string', 'string']);
    return connectionOf(await this.parts.locks.page(request), ({ lockedUntil, ...pair }) => ({
      ...pair,
      lockedUntil: lockedUntil.toISOString(),
    }));
  }

  @Authorized(STAFF)
  @Mutation(() => Int, {
    description:
      'Forgets the failures of a name, at one address or at all, and says at how many there were. For staff.',
  })
  async unlock(
    @Arg('username', () => String) username: string,
    @Arg('address', () => String, { nullable: true }) address: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<number> {
    const origin = staffOrigin(context, await requireViewer(context));
    return this.parts.accountChanges.unlock(username, origin, address ?? undefined);
  }
}
