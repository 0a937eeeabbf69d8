import { Arg, Ctx, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { originOf } from '../../platform/audit/origin.js';
import type { GraphQLContext } from '../../platform/graphql/context.js';
import {
  ANY_PERSONAL_TOKEN,
  asksNothing,
  audited,
  boundedBy,
  CREDENTIAL_FIELD,
  OPEN_FIELD,
} from '../../platform/graphql/field-marks.js';
import type { Authentication } from './authentication/authentication.js';
import { RegisterInput } from './registration/register.input.js';
import type { Registration } from './registration/registration.js';
import { AccessToken, TokenPair } from './tokens/token.types.js';
import type { TokenRefresh } from './tokens/token-refresh.js';
import type { Tokens } from './tokens/tokens.js';
import { newUser, ownUser, UserType } from './users/user.type.js';

interface AccountsDeps {
  readonly registration: Registration;
  readonly authentication: Authentication;
  readonly tokens: Tokens;
  readonly tokenRefresh: TokenRefresh;
}

/** Registers accounts and issues tokens (contract 3). The mutations ignore the viewer. */
@Resolver()
export class AccountsResolver {
  constructor(private readonly deps: AccountsDeps) {}

  @Extensions(ANY_PERSONAL_TOKEN)
  @Query(() => UserType, { nullable: true, description: 'The signed-in account; null for a visitor.' })
  async me(@Ctx() context: GraphQLContext): Promise<UserType | null> {
    const viewer = await context.viewer();
    if (!viewer) return null;
    return ownUser(viewer);
  }

  @Extensions({
    ...CREDENTIAL_FIELD,
    ...OPEN_FIELD,
    ...boundedBy('registrations'),
    ...asksNothing('there is no account yet'),
    ...audited('register'),
  })
  @Mutation(() => UserType, { description: 'Creates an account, without signing it in.' })
  async register(
    @Arg('input', () => RegisterInput, { description: 'BAD_USER_INPUT names the fields that are not valid.' })
    input: RegisterInput,
    @Arg('invitation', () => String, {
      nullable: true,
      description: 'Invitation code from the link; required while registration is by invitation.',
    })
    invitation: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<UserType> {
    const options = { language: context.mailLanguage, invitation: invitation ?? '' };
    return newUser(await this.deps.registration.register(input, originOf(context), options));
  }

  @Extensions({
    ...CREDENTIAL_FIELD,
    ...OPEN_FIELD,
    ...boundedBy('lockout'),
    ...asksNothing('it takes the password itself'),
    ...audited('login', 'second_factor_challenge'),
  })
  @Mutation(() => TokenPair, { description: 'Issues a token pair for a username and a password.' })
  async login(
    @Arg('username', () => String, {
      description: 'Username, or an e-mail address that one account has for itself. Case does not matter.',
    })
    username: string,
    @Arg('password', () => String, {
      description: 'Five wrong ones for a name from one address lock that pair for ten minutes: LOCKED_OUT.',
    })
    password: string,
    @Arg('otp', () => String, {
      nullable: true,
      description: 'One-time code or recovery code; OTP_REQUIRED asks for it when the account has a second factor.',
    })
    otp: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<TokenPair> {
    const attempt = { username, password, otp: otp ?? undefined, origin: originOf(context) };
    const user = await this.deps.authentication.authenticate(attempt);
    return this.deps.tokens.issue(user);
  }

  @Extensions({
    ...CREDENTIAL_FIELD,
    ...OPEN_FIELD,
    ...boundedBy('token refresh'),
    ...asksNothing('the new token remembers when the password was given'),
    ...audited('token_refresh'),
  })
  @Mutation(() => AccessToken, { description: 'Issues a new access token for a refresh token.' })
  async refreshToken(
    @Arg('refresh', () => String, { description: 'The `refresh` of `login`.' }) refresh: string,
    @Ctx() context: GraphQLContext,
  ): Promise<AccessToken> {
    return { access: await this.deps.tokenRefresh.refresh(refresh, originOf(context)) };
  }
}
