import { graphql, type ResultOf } from 'gql.tada';

/** The second factors of the user. */
export const FactorsQuery = graphql(`
  query Factors {
    secondFactors {
      totp
      recoveryCodesLeft
      required
    }
  }
`);

/** What {@link FactorsQuery} answers. */
export type Factors = ResultOf<typeof FactorsQuery>['secondFactors'];

/** Begins to set up an authenticator app. */
export const BeginTotp = graphql(`
  mutation BeginTotp {
    beginTotp {
      secret
      uri
    }
  }
`);

/** What an authenticator app needs. */
export type TotpSetup = ResultOf<typeof BeginTotp>['beginTotp'];

/** Sets up the app whose code this is. */
export const ConfirmTotp = graphql(`
  mutation ConfirmTotp($code: String!) {
    confirmTotp(code: $code)
  }
`);

/** Takes the app away. */
export const RemoveTotp = graphql(`
  mutation RemoveTotp {
    removeTotp
  }
`);

/** Replaces the recovery codes. */
export const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes {
    renewRecoveryCodes
  }
`);
