import { graphql, type ResultOf } from 'gql.tada';

/** Who gets in. */
export const AccessPolicyQuery = graphql(`
  query AccessPolicy {
    accessPolicy {
      registration
      secondFactor
    }
  }
`);

/** What {@link AccessPolicyQuery} answers. */
export type AccessPolicy = ResultOf<typeof AccessPolicyQuery>['accessPolicy'];

/** Decides who must have a second factor. */
export const SetSecondFactorPolicy = graphql(`
  mutation SetSecondFactorPolicy($policy: SecondFactorPolicy!) {
    setSecondFactorPolicy(policy: $policy) {
      registration
      secondFactor
    }
  }
`);
