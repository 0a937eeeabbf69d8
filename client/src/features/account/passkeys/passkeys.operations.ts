import { graphql, type ResultOf } from 'gql.tada';

/** The passkeys of the account, and where they can be used. */
export const PasskeysQuery = graphql(`
  query Passkeys {
    passkeyOrigin
    passkeys {
      id
      name
      createdAt
      lastUsedAt
    }
  }
`);

/** A passkey of the account. */
export type OwnPasskey = ResultOf<typeof PasskeysQuery>['passkeys'][number];

/** What the browser is to make a passkey of. */
export const BeginPasskey = graphql(`
  mutation BeginPasskey {
    beginPasskey
  }
`);

/** Adds what the browser has made. */
export const AddPasskey = graphql(`
  mutation AddPasskey($response: String!, $name: String!) {
    addPasskey(response: $response, name: $name) {
      id
      recoveryCodes
    }
  }
`);

/** Gives a passkey another name. */
export const RenamePasskey = graphql(`
  mutation RenamePasskey($id: ID!, $name: String!) {
    renamePasskey(id: $id, name: $name) {
      id
    }
  }
`);

/** Removes a passkey. */
export const RemovePasskey = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(id: $id)
  }
`);

/** Marks an operation as one about passkeys, so that urql fetches their list again. */
export const ABOUT_PASSKEYS = { additionalTypenames: ['Passkey', 'SecondFactors'] };
