import { graphql } from 'gql.tada';

/** Confirms in this session that the caller is still the user who signed in. */
export const Reauthenticate = graphql(`
  mutation Reauthenticate($password: String, $otp: String, $passkey: String) {
    reauthenticate(password: $password, otp: $otp, passkey: $passkey) {
      until
    }
  }
`);

/** Where the account's passkeys can be used, and whether it has any. */
export const OwnPasskeysQuery = graphql(`
  query OwnPasskeys {
    passkeyOrigin
    passkeys {
      id
    }
  }
`);

/** Begins an assertion with the account's passkeys, which the browser then requests. */
export const BeginPasskeyAssertion = graphql(`
  mutation BeginPasskeyAssertion {
    beginPasskeyAssertion
  }
`);
