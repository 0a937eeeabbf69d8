import { Arg, Authorized, Ctx, Directive, Extensions, Mutation, Resolver } from 'type-graphql';
import { staffOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, audited, NO_PERSONAL_TOKEN } from '../../../platform/graphql/field-marks.js';
import { requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { RegistrationMode } from './access-policy.entity.js';
import { AccessPolicyType, RegistrationModeChoice } from './access-policy.resolver.js';
import type { RegistrationSetting } from './registration-setting.js';

interface RegistrationModeDeps {
  readonly registrationSetting: RegistrationSetting;
}

/** Lets staff change the registration mode (contract 14). */
@Resolver()
export class RegistrationModeResolver {
  constructor(private readonly deps: RegistrationModeDeps) {}

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('registration_mode') })
  @Mutation(() => AccessPolicyType, {
    description: 'Sets the registration mode, overriding the setting; needs a recent password or passkey. For staff.',
  })
  async setRegistrationMode(
    @Arg('mode', () => RegistrationModeChoice, { description: 'Rule for creating accounts from now on.' })
    mode: RegistrationMode,
    @Ctx() context: GraphQLContext,
  ): Promise<AccessPolicyType> {
    const origin = staffOrigin(context, await requireViewer(context));
    return this.deps.registrationSetting.change(mode, origin);
  }
}
