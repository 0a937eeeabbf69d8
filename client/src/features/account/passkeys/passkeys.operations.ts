import { graphql, type ResultOf } from 'gql.tada';

/** Passkeys of the account, and the origin they work for. */
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

export type OwnPasskey = ResultOf<typeof PasskeysQuery>['passkeys'][number];

/** Returns the options for creating a passkey in the browser. */
export const BeginPasskey = graphql(`
  mutation BeginPasskey {
    beginPasskey
  }
`);

/** Adds the passkey that the browser has made. */
export const AddPasskey = graphql(`
  mutation AddPasskey($response: String!, $name: String!) {
    addPasskey(response: $response, name: $name) {
      id
      recoveryCodes
    }
  }
`);

export const RenamePasskey = graphql(`
  mutation RenamePasskey($id: ID!, $name: String!) {
    renamePasskey(id: $id, name: $name) {
      id
    }
  }
`);

export const RemovePasskey = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(id: $id)
  }
`);

/** Marks an operation as affecting passkeys so that urql refetches their list. */
export const ABOUT_PASSKEYS = { additionalTypenames: ['Passkey', 'SecondFactors'] };
