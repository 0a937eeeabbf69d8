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
  registerEnumType,
} from 'type-graphql';
import { staffOrigin } from '../../../platform/audit/origin.js';
import type { GraphQLContext } from '../../../platform/graphql/context.js';
import { ASKS_AGAIN, audited, NO_PERSONAL_TOKEN, scope } from '../../../platform/graphql/field-marks.js';
import { requireViewer, STAFF } from '../../../platform/graphql/viewer-guard.js';
import type { NewAccounts } from '../../../shared/identity/new-accounts.js';
import type { SecondFactorPolicy } from '../second-factor/second-factor-policy.js';
import type { RegistrationMode } from './access-policy.entity.js';
import type { AccessPolicy } from './access-policy.js';
import type { AccessPolicyChanges } from './access-policy-changes.js';

export const RegistrationModeChoice = {
  OPEN: 'OPEN',
  INVITE: 'INVITE',
  CLOSED: 'CLOSED',
} as const satisfies { readonly [Mode in RegistrationMode]: Mode };
registerEnumType(RegistrationModeChoice, {
  name: 'RegistrationMode',
  description: 'Registration mode: open to everybody, by invitation, or closed.',
  valuesConfig: {
    OPEN: { description: 'Everybody may create an account.' },
    INVITE: { description: 'An account can be created with an invitation only.' },
    CLOSED: { description: 'Closed: only staff may create accounts.' },
  },
});

const SecondFactorPolicyChoice = {
  OPTIONAL: 'OPTIONAL',
  STAFF: 'STAFF',
  ALL: 'ALL',
} as const satisfies { readonly [Policy in SecondFactorPolicy]: Policy };
registerEnumType(SecondFactorPolicyChoice, {
  name: 'SecondFactorPolicy',
  description: 'Accounts that must have a second factor: none, staff, or all.',
  valuesConfig: {
    OPTIONAL: { description: 'No account must have one.' },
    STAFF: { description: 'Accounts with the staff role must have one.' },
    ALL: { description: 'Every account must have one.' },
  },
});

const NewAccountsChoice = {
  ALL: 'ALL',
  NONE: 'NONE',
} as const satisfies { readonly [Choice in NewAccounts]: Choice };
registerEnumType(NewAccountsChoice, {
  name: 'NewAccounts',
  description: 'Machines that new accounts see.',
  valuesConfig: {
    ALL: { description: 'All machines, also those added later.' },
    NONE: { description: 'No machine, until staff let the account see some.' },
  },
});

@ObjectType('AccessPolicy', { description: 'Access policy, as staff have set it.' })
export class AccessPolicyType {
  @Field(() => RegistrationModeChoice, { description: 'Rule for creating accounts.' })
  registration!: RegistrationMode;

  @Field(() => SecondFactorPolicyChoice, { description: 'Which accounts must have a second factor.' })
  secondFactor!: SecondFactorPolicy;

  @Field(() => NewAccountsChoice, {
    description: 'Which machines new accounts see, unless their invitation says something else.',
  })
  newAccounts!: NewAccounts;
}

interface AccessPolicyResolverDeps {
  readonly accessPolicy: AccessPolicy;
  readonly accessPolicyChanges: AccessPolicyChanges;
}

/** Lets staff read and change the access policy (contract 14). */
@Resolver()
export class AccessPolicyResolver {
  constructor(private readonly deps: AccessPolicyResolverDeps) {}

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => AccessPolicyType, { description: 'Access policy. For staff.' })
  accessPolicy(): Promise<AccessPolicyType> {
    return this.deps.accessPolicy.read();
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('second_factor_policy') })
  @Mutation(() => AccessPolicyType, {
    description: 'Sets which accounts must have a second factor; the caller must have one. For staff.',
  })
  async setSecondFactorPolicy(
    @Arg('policy', () => SecondFactorPolicyChoice, { description: 'Which accounts must have one from now on.' })
    policy: SecondFactorPolicy,
    @Ctx() context: GraphQLContext,
  ): Promise<AccessPolicyType> {
    const origin = staffOrigin(context, await requireViewer(context));
    return this.deps.accessPolicyChanges.setSecondFactor(policy, origin);
  }

  @Authorized(STAFF)
  @Directive('@rateLimit(limit: 60, duration: 60)')
  @Extensions({ ...NO_PERSONAL_TOKEN, ...ASKS_AGAIN, ...audited('new_accounts') })
  @Mutation(() => AccessPolicyType, {
    description: 'Sets which machines new accounts see; existing ones keep what they see. For staff.',
  })
  async setNewAccounts(
    @Arg('machines', () => NewAccountsChoice, { description: 'Machines that accounts see which are made from now on.' })
    machines: NewAccounts,
    @Ctx() context: GraphQLContext,
  ): Promise<AccessPolicyType> {
    const origin = staffOrigin(context, await requireViewer(context));
    return this.deps.accessPolicyChanges.setNewAccounts(machines, origin);
  }
}
