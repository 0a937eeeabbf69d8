import { Arg, Authorized, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
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
import { SecondFactorsType, TotpSetupType } from './second-factor.types.js';
import type { SecondFactorChanges, TotpSetup } from './second-factor-changes.js';
import type { SecondFactors } from './second-factors.js';

interface SecondFactorResolverDeps {
  readonly secondFactors: SecondFactors;
  readonly secondFactorChanges: SecondFactorChanges;
}

/** Lets callers manage their second factors (contract 14). */
@Resolver()
export class SecondFactorResolver {
  constructor(private readonly deps: SecondFactorResolverDeps) {}

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN })
  @Query(() => SecondFactorsType, { description: 'The second factors of the caller.' })
  async secondFactors(@Ctx() context: GraphQLContext): Promise<SecondFactorsType> {
    const { userId, lacksSecondFactor: required } = await requireViewer(context);
    const { secondFactors } = this.deps;
    const [totp, recoveryCodesLeft] = [
      await secondFactors.hasTotp(userId),
      await secondFactors.recoveryCodesLeft(userId),
    ];
    return { totp, recoveryCodesLeft, required };
  }

  @Authorized()
  @Extensions({
    ...FACTOR_SETUP_FIELD,
    ...NO_PERSONAL_TOKEN,
    ...ASKS_AGAIN,
    ...notAudited('nothing changes before confirmTotp'),
  })
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Mutation(() => TotpSetupType, {
    description: 'Begins setting up an authenticator app. Nothing changes until `confirmTotp`, within 15 minutes.',
  })
  async beginTotp(@Ctx() context: GraphQLContext): Promise<TotpSetup> {
    const viewer = await requireViewer(context);
    return this.deps.secondFactorChanges.beginTotp(viewer, ownOrigin(context, viewer));
  }

  @Authorized()
  @Extensions({ ...FACTOR_SETUP_FIELD, ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('factor_add') })
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Mutation(() => [String], {
    description:
      'Completes the set-up of an authenticator app with its first code. Ends all other sessions and all tokens. Returns ten recovery codes, shown only here.',
  })
  async confirmTotp(
    @Arg('code', () => String, { description: 'Six digits that the app shows now.' }) code: string,
    @Ctx() context: GraphQLContext,
  ): Promise<string[]> {
    const viewer = await requireViewer(context);
    return this.deps.secondFactorChanges.confirmTotp(viewer, code, ownOrigin(context, viewer));
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('factor_remove') })
  @Mutation(() => Boolean, {
    description: 'Removes the authenticator app. Ends all other sessions and all tokens.',
  })
  async removeTotp(@Ctx() context: GraphQLContext): Promise<boolean> {
    const viewer = await requireViewer(context);
    await this.deps.secondFactorChanges.removeTotp(viewer, ownOrigin(context, viewer));
    return true;
  }

  @Authorized()
  @Directive('@rateLimit(limit: 20, duration: 600)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('recovery_codes_renew') })
  @Mutation(() => [String], {
    description: 'Replaces the recovery codes with ten new ones, shown only here.',
  })
  async renewRecoveryCodes(@Ctx() context: GraphQLContext): Promise<string[]> {
    const viewer = await requireViewer(context);
    return this.deps.secondFactorChanges.renewRecoveryCodes(viewer, ownOrigin(context, viewer));
  }
}
