import { graphql } from 'gql.tada';

/** Everything that is kept about the user, as JSON. */
export const OwnDataQuery = graphql(`
  query OwnData {
    ownData
  }
`);

/** Deletes the account. */
export const DeleteOwnAccount = graphql(`
  mutation DeleteOwnAccount($username: String!) {
    deleteOwnAccount(username: $username)
  }
`);
