import { Arg, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../graphql/context.js';
import { CREDENTIAL_FIELD, OPEN_FIELD } from '../graphql/field-marks.js';
import type { Authentication } from './authentication.js';
import { originOf } from './origin.js';
import { RegisterInput } from './register.input.js';
import type { Registration } from './registration.js';
import { AccessToken, TokenPair } from './token.types.js';
import type { TokenRefresh } from './token-refresh.js';
import type { Tokens } from './tokens.js';
import { ownUser, UserType } from './user.type.js';

interface AccountsParts {
  readonly registration: Registration;
  readonly authentication: Authentication;
  readonly tokens: Tokens;
  readonly tokenRefresh: TokenRefresh;
}

/** Accounts and tokens (specification §4.1, §4.4, §4.5). The mutations ignore who is calling. */
@Resolver()
export class AccountsResolver {
  constructor(private readonly parts: AccountsParts) {}

  @Query(() => UserType, { nullable: true, description: 'The signed-in account; null for a visitor.' })
  async me(@Ctx() context: GraphQLContext): Promise<UserType | null> {
    const viewer = await context.viewer();
    if (!viewer) return null;
    return ownUser(viewer);
  }

  @Extensions({ ...CREDENTIAL_FIELD, ...OPEN_FIELD })
  @Mutation(() => UserType, { description: 'Creates an account. It is not signed in by that.' })
  async register(
    @Arg('input', () => RegisterInput) input: RegisterInput,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const { language } = context;
    const user = await this.parts.registration.register(input, originOf(context), { language });
    const { username, email, firstName } = user;
    return { username, email, firstName, isAuthenticated: false, isStaff: null };
  }

  @Extensions({ ...CREDENTIAL_FIELD, ...OPEN_FIELD })
  @Mutation(() => TokenPair, { description: 'Gives a token pair for a name and a password.' })
  async login(
    @Arg('username', () => String) username: string,
    @Arg('password', () => String) password: string,
    @Ctx() context: GraphQLContext,
  ): Promise<TokenPair> {
    const user = await this.parts.authentication.authenticate({ username, password, origin: originOf(context) });
    return this.parts.tokens.issue(user);
  }

  @Extensions({ ...CREDENTIAL_FIELD, ...OPEN_FIELD })
  @Mutation(() => AccessToken, { description: 'Gives a fresh access token for a refresh token.' })
  async refreshToken(
    @Arg('refresh', () => String) refresh: string,
    @Ctx() context: GraphQLContext,
  ): Promise<AccessToken> {
    return { access: await this.parts.tokenRefresh.refresh(refresh, originOf(context)) };
  }
}
