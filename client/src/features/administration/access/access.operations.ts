import { graphql, type ResultOf } from 'gql.tada';

export const AccessPolicyQuery = graphql(`
  query AccessPolicy {
    accessPolicy {
      registration
      secondFactor
      newAccounts
    }
  }
`);

export type AccessPolicy = ResultOf<typeof AccessPolicyQuery>['accessPolicy'];

/** Sets who must have a second factor. */
export const SetSecondFactorPolicy = graphql(`
  mutation SetSecondFactorPolicy($policy: SecondFactorPolicy!) {
    setSecondFactorPolicy(policy: $policy) {
      registration
      secondFactor
      newAccounts
    }
  }
`);

/** Sets which machines new accounts see. */
export const SetNewAccounts = graphql(`
  mutation SetNewAccounts($machines: NewAccounts!) {
    setNewAccounts(machines: $machines) {
      registration
      secondFactor
      newAccounts
    }
  }
`);
