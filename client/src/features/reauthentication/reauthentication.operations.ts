import { graphql } from 'gql.tada';

/** Confirms in this session that the caller is still the user who logged in. */
export const Reauthenticate = graphql(`
  mutation Reauthenticate($password: String, $otp: String, $passkey: String) {
    reauthenticate(password: $password, otp: $otp, passkey: $passkey) {
      until
    }
  }
`);

/** Origin where the account's passkeys work, and whether it has any. */
export const OwnPasskeysQuery = graphql(`
  query OwnPasskeys {
    passkeyOrigin
    passkeys {
      id
    }
  }
`);

/** Begins an assertion with the account's passkeys, which the browser then asks for. */
export const BeginPasskeyAssertion = graphql(`
  mutation BeginPasskeyAssertion {
    beginPasskeyAssertion
  }
`);

/** Whether the account has a password, and a linked person at the sign-in provider. */
export const OwnWaysInQuery = graphql(`
  query OwnWaysIn {
    waysIn {
      hasPassword
      providerName
      identities {
        id
      }
    }
  }
`);

/** Proof that the caller has recently given, in this tab or another. */
export const ReauthenticationQuery = graphql(`
  query RecentReauthentication {
    reauthentication {
      until
    }
  }
`);
