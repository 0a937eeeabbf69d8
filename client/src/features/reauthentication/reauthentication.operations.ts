import { graphql } from 'gql.tada';

/** Proves in this session that the user is still who signed in. */
export const Reauthenticate = graphql(`
  mutation Reauthenticate($password: String, $otp: String, $passkey: String) {
    reauthenticate(password: $password, otp: $otp, passkey: $passkey) {
      until
    }
  }
`);

/** Where the passkeys of the account can be used, and whether it has any. */
export const OwnPasskeysQuery = graphql(`
  query OwnPasskeys {
    passkeyOrigin
    passkeys {
      id
    }
  }
`);

/** What the browser is to ask the passkeys of the account. */
export const BeginPasskeyAssertion = graphql(`
  mutation BeginPasskeyAssertion {
    beginPasskeyAssertion
  }
`);
