import { graphql, type ResultOf } from 'gql.tada';

export const AccessPolicyQuery = graphql(`
  query AccessPolicy {
    accessPolicy {
      registration
      secondFactor
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
    }
  }
`);
