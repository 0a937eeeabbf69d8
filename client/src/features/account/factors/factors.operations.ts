import { graphql, type ResultOf } from 'gql.tada';

export const FactorsQuery = graphql(`
  query Factors {
    secondFactors {
      totp
      recoveryCodesLeft
      required
    }
  }
`);

export type Factors = ResultOf<typeof FactorsQuery>['secondFactors'];

/** Starts setting up an authenticator app. */
export const BeginTotp = graphql(`
  mutation BeginTotp {
    beginTotp {
      secret
      uri
    }
  }
`);

/** Data for setting up an authenticator app. */
export type TotpSetup = ResultOf<typeof BeginTotp>['beginTotp'];

/** Completes the setup with a code from the app. */
export const ConfirmTotp = graphql(`
  mutation ConfirmTotp($code: String!) {
    confirmTotp(code: $code)
  }
`);

/** Removes the authenticator app. */
export const RemoveTotp = graphql(`
  mutation RemoveTotp {
    removeTotp
  }
`);

export const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes {
    renewRecoveryCodes
  }
`);
