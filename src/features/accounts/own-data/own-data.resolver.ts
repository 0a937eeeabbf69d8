import { Arg, Authorized, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  audited,
  CREDENTIAL_FIELD,
  NO_PERSONAL_TOKEN,
  ONE_PER_OPERATION,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import type { AccountDeletion } from './account-deletion.js';
import type { OwnData } from './own-data.js';

interface OwnDataDeps {
  readonly ownData: OwnData;
  readonly accountDeletion: AccountDeletion;
}

/** Lets users export and delete their own data (contract 14, `/conta/`). */
@Resolver()
export class OwnDataResolver {
  constructor(private readonly deps: OwnDataDeps) {}

  @Authorized()
  @Directive('@rateLimit(limit: 10, duration: 3600)')
  @Extensions({ ...ONE_PER_OPERATION, ...NO_PERSONAL_TOKEN })
  @Query(() => String, {
    description:
      'All data kept about the caller, as JSON; long lists contain the newest entries. Secrets are left out.',
  })
  async ownData(@Ctx() context: GraphQLContext): Promise<string> {
    return this.deps.ownData.export(await requireViewer(context));
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...CREDENTIAL_FIELD, ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('account_delete') })
  @Mutation(() => Boolean, {
    description:
      'Deletes the account of the caller, with its sessions and tokens; requires a recent password or passkey. ' +
      'In the audit trail a pseudonym replaces its name. The last active staff account cannot be deleted.',
  })
  async deleteOwnAccount(
    @Arg('username', () => String, { description: 'The username of the caller, typed to confirm.' }) username: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.accountDeletion.delete(viewer, username, ownOrigin(context, viewer));
    return true;
  }
}
