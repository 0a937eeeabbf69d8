import { graphql } from 'gql.tada';

/** All data stored about the user, as JSON. */
export const OwnDataQuery = graphql(`
  query OwnData {
    ownData
  }
`);

export const DeleteOwnAccount = graphql(`
  mutation DeleteOwnAccount($username: String!) {
    deleteOwnAccount(username: $username)
  }
`);
