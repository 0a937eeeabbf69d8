import { Arg, Authorized, Ctx, Directive, Extensions, ID, Mutation, Query, Resolver } from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  audited,
  FACTOR_SETUP_FIELD,
  NO_PERSONAL_TOKEN,
  notAudited,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { InvalidRequest } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import { accountPaths, LINK_PARAMETER } from '../accounts.paths.js';
import type { Identities } from '../identities/identities.js';
import { OidcIdentityType, shapeIdentity, WaysInType } from '../identities/identities.types.js';
import type { Oidc } from './create-oidc.js';

interface IdentitiesDeps {
  readonly identities: Identities;
  readonly oidc: Oidc | undefined;
}

/** Lets callers manage the people at the provider who may sign in to their account (decision 110). */
@Resolver()
export class IdentitiesResolver {
  constructor(private readonly deps: IdentitiesDeps) {}

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => WaysInType, { description: 'Ways in which the caller can log in.' })
  async waysIn(@Ctx() context: GraphQLContext): Promise<WaysInType> {
    const { userId } = await requireViewer(context);
    const { identities, oidc } = this.deps;
    return {
      hasPassword: await identities.hasPassword(userId),
      providerName: oidc?.name ?? null,
      identities: (await identities.ofUser(userId)).map(shapeIdentity),
    };
  }

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [OidcIdentityType], {
    description: 'People at the provider who are linked to the account of the caller, the newest first; at most ten.',
  })
  async oidcIdentities(@Ctx() context: GraphQLContext): Promise<OidcIdentityType[]> {
    const { userId } = await requireViewer(context);
    return (await this.deps.identities.ofUser(userId)).map(shapeIdentity);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...notAudited('nothing changes before the provider answers') })
  @Mutation(() => String, {
    description:
      'Path to open in the browser of this session, within a minute: it leads to the provider, and links the person who signs in there to the account of the caller.',
  })
  async beginIdentityLink(@Ctx() context: GraphQLContext): Promise<string> {
    const { credential } = await requireViewer(context);
    const { oidc } = this.deps;
    if (!oidc) throw new InvalidRequest('accounts.identities.noProvider');
    if (credential.kind !== 'session') throw new InvalidRequest('accounts.identities.inBrowser');
    const ticket = oidc.flows.issueLinkTicket(credential.sessionId);
    return `${accountPaths.oidcLogin}?${new URLSearchParams({ [LINK_PARAMETER]: ticket })}`;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('identity_unlink') })
  @Mutation(() => Boolean, {
    description:
      'Removes the link of a person at the provider with the account of the caller. Ends the sessions that it opened, except this one, and all tokens of logins.',
  })
  async removeIdentity(
    @Arg('id', () => ID, { description: 'Id of one of `waysIn.identities`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.identities.unlink(viewer, localId(id, 'OidcIdentity'), ownOrigin(context, viewer));
    return true;
  }
}
