import { Arg, Args, Authorized, Ctx, Directive, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import { buildConnection, type Connection, connectionType } from '../../../platform/graphql/connection.type.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { PageArgs, pageSize, readPageRequest } from '../../../platform/graphql/page-arguments.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { Locks } from '../../accounts/credentials/lockout/locks.js';
import type { AccountChanges } from '../../accounts/editing/account-changes.js';
import { originOfStaff } from '../origin-of-staff.js';
import { LockedPairType } from './locked-pair.type.js';

const LockedPairConnection = connectionType(LockedPairType, 'LockedPair');

interface LocksDeps {
  readonly locks: Locks;
  readonly accountChanges: AccountChanges;
}

/** Lets staff list and remove lockouts (contract 2, `/admin/`; contract 3, lockout). */
@Resolver()
export class LocksResolver {
  constructor(private readonly deps: LocksDeps) {}

  @Authorized(STAFF)
  @Extensions({ ...scope('STAFF_READ'), ...pageSize(50) })
  @Query(() => LockedPairConnection, { description: 'Current lockouts, newest first. For staff.' })
  async lockedPairs(@Args(() => PageArgs) paging: PageArgs): Promise<Connection<LockedPairType>> {
    const request = readPageRequest(paging, ['time', 'string', 'string', 'string']);
    return buildConnection(await this.deps.locks.page(request), ({ lockedUntil, ...pair }) => ({
      ...pair,
      lockedUntil: lockedUntil.toISOString(),
    }));
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('unlock') })
  @Mutation(() => Int, {
    description:
      'Clears the failures of a name, at one address or at all of them, and returns the number of affected addresses. For staff.',
  })
  async unlock(
    @Arg('username', () => String, {
      description: 'In any spelling, or as in the list of locks; it need not belong to an account.',
    })
    username: string,
    @Arg('address', () => String, {
      nullable: true,
      description: 'Address as in the list of locks, or any address of the /64.',
    })
    address: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<number> {
    return this.deps.accountChanges.unlock(username, await originOfStaff(context), address ?? undefined);
  }
}
