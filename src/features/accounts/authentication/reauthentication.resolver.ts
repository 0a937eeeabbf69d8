import {
  Arg,
  Authorized,
  Ctx,
  Directive,
  Extensions,
  Field,
  Mutation,
  ObjectType,
  Query,
  Resolver,
} from 'type-graphql';
import { type Origin, ownOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { DateTime } from '../../../platform/graphql/date-time.scalar.js';
import {
  asksNothing,
  audited,
  CREDENTIAL_FIELD,
  FACTOR_SETUP_FIELD,
  longTexts,
  NO_PERSONAL_TOKEN,
} from '../../../platform/graphql/field-marks.js';
import { requireViewer } from '../../../platform/graphql/viewer-guard.js';
import { recentProofUntil } from '../../../shared/identity/recent-proof.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import type { PasskeyLogin } from '../passkeys/passkey-login.js';
import { RESPONSE_MAX_LENGTH } from '../passkeys/passkey-response.js';
import type { Reauthentication } from './reauthentication.js';

@ObjectType('Reauthentication', { description: 'Proof that the caller is still the person who signed in.' })
export class ReauthenticationType {
  @Field(() => DateTime, { description: 'End of validity: ISO 8601, UTC, milliseconds.' })
  until!: string;
}

interface ReauthenticationDeps {
  readonly reauthentication: Reauthentication;
  readonly passkeyLogin: PasskeyLogin;
}

/** Reauthenticates the caller before harmful operations (contract 14, decision 060). */
@Resolver()
export class ReauthenticationResolver {
  constructor(private readonly deps: ReauthenticationDeps) {}

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => ReauthenticationType, {
    nullable: true,
    description: 'Proof that the caller has recently given; null if an operation that asks again would be refused.',
  })
  async reauthentication(@Ctx() context: GraphQLContext): Promise<ReauthenticationType | null> {
    const { credential } = await requireViewer(context);
    const until = recentProofUntil(credential, context.now());
    return until && { until: until.toISOString() };
  }

  @Authorized()
  @Directive('@rateLimit(limit: 60, duration: 600)')
  @Extensions({
    ...longTexts({ passkey: RESPONSE_MAX_LENGTH }),
    ...CREDENTIAL_FIELD,
    ...FACTOR_SETUP_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...asksNothing('it takes the password itself'),
    ...audited('reauthentication', 'second_factor_challenge'),
  })
  @Mutation(() => ReauthenticationType, {
    description:
      'Proves for this session that the caller is still the person who signed in, as REAUTHENTICATION_REQUIRED demands. Tokens prove it with a new login.',
  })
  async reauthenticate(
    @Arg('password', () => String, { nullable: true, description: "The caller's password, unless a passkey is given." })
    password: string | null | undefined,
    @Arg('otp', () => String, {
      nullable: true,
      description: 'A one-time code or a recovery code, for an account with a second factor.',
    })
    otp: string | null | undefined,
    @Arg('passkey', () => String, {
      nullable: true,
      description: "Instead of both: the passkey's response to `beginPasskeyAssertion`, as JSON.",
    })
    passkey: string | null | undefined,
    @Ctx() context: GraphQLContext,
  ): Promise<ReauthenticationType> {
    const viewer = await requireViewer(context);
    const origin = ownOrigin(context, viewer);
    const until = passkey
      ? await this.#byPasskey(viewer, passkey, origin)
      : await this.deps.reauthentication.withPassword(viewer, { password, otp }, origin);
    return { until: until.toISOString() };
  }

  #byPasskey(viewer: Viewer, response: string, origin: Origin): Promise<Date> {
    const { reauthentication, passkeyLogin } = this.deps;
    const use = { purpose: 'reauthentication', userId: viewer.userId } as const;
    const check = async () => (await passkeyLogin.check({ response, use, event: 'reauthentication', origin })) !== null;
    return reauthentication.withPasskey(viewer, check, origin);
  }
}
