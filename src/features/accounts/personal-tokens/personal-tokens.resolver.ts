import { Arg, Authorized, Ctx, Directive, Extensions, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import {
  ASKS_AGAIN,
  asksNothing,
  audited,
  NO_PERSONAL_TOKEN,
  neverRefused,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { localId } from '../../../shared/global-id.js';
import type { TokenScope } from '../../../shared/identity/token-scope.js';
import { TOKEN_DAYS_DEFAULT } from '../../../shared/identity/token-scope.js';
import type { PersonalTokens } from './personal-tokens.js';
import {
  NewPersonalAccessTokenType,
  PersonalAccessTokenType,
  shapeNewPersonalAccessToken,
  shapePersonalAccessToken,
  TokenScopeType,
} from './personal-tokens.types.js';

interface PersonalTokensDeps {
  readonly personalTokens: PersonalTokens;
}

/** Lets callers manage their personal access tokens (contract 14). */
@Resolver()
export class PersonalTokensResolver {
  constructor(private readonly deps: PersonalTokensDeps) {}

  @Authorized()
  @Extensions(NO_PERSONAL_TOKEN)
  @Query(() => [PersonalAccessTokenType], {
    description: 'The personal access tokens of the caller, the newest first; at most 50.',
  })
  async personalAccessTokens(@Ctx() context: GraphQLContext): Promise<PersonalAccessTokenType[]> {
    const { userId } = await requireViewer(context);
    return (await this.deps.personalTokens.listOf(userId)).map(shapePersonalAccessToken);
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 3600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('personal_token_create') })
  @Mutation(() => NewPersonalAccessTokenType, {
    description: 'Creates a token for a program of the caller. A user has at most 50.',
  })
  async createPersonalAccessToken(
    @Arg('name', () => String, { description: 'Name, 1 to 80 characters.' }) name: string,
    @Arg('scopes', () => [TokenScopeType], { description: 'At least one; STAFF_READ only for staff.' })
    scopes: TokenScope[],
    @Arg('days', () => Int, { defaultValue: TOKEN_DAYS_DEFAULT, description: 'Days until it expires: 1 to 365.' })
    days: number,
    @Ctx() context: GraphQLContext,
  ): Promise<NewPersonalAccessTokenType> {
    const viewer = await requireViewer(context);
    const form = { name, scopes, days };
    const made = await this.deps.personalTokens.create({ id: viewer.userId }, form, ownOrigin(context, viewer));
    return shapeNewPersonalAccessToken(made);
  }

  @Authorized()
  @Extensions({
    ...NO_PERSONAL_TOKEN,
    ...neverRefused('the owner of a leaked token must be able to revoke it at any time'),
    ...asksNothing('it takes away what was given'),
    ...audited('personal_token_revoke'),
  })
  @Mutation(() => Boolean, { description: 'Revokes a token of the caller, and closes its sockets.' })
  async revokePersonalAccessToken(
    @Arg('id', () => ID, { description: 'Id of one of `personalAccessTokens`.' }) id: string,
    @Ctx() context: GraphQLContext,
  ): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.personalTokens.revoke(
      localId(id, 'PersonalAccessToken'),
      ownOrigin(context, viewer),
      viewer.userId,
    );
    return true;
  }
}
