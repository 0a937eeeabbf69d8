import { graphql } from 'gql.tada';

/** All stored data about the user, as JSON. */
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
