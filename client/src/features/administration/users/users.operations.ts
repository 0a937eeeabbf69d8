import { graphql, type ResultOf } from 'gql.tada';

/** Accounts, fifty at a time. */
export const UsersQuery = graphql(`
  query Users($after: String, $search: String, $isActive: Boolean, $isStaff: Boolean) {
    users(first: 50, after: $after, search: $search, isActive: $isActive, isStaff: $isStaff) {
      nodes {
        username
        email
        firstName
        isActive
        isStaff
        isAuthenticated
        isLastStaff
        dateJoined
        lastLogin
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** An account as the staff see it. */
export type User = ResultOf<typeof UsersQuery>['users']['nodes'][number];

/** Creates an account. */
export const CreateUser = graphql(`
  mutation CreateUser($input: CreateUserInput!, $ownPassword: String) {
    createUser(input: $input, ownPassword: $ownPassword) {
      username
    }
  }
`);

/** Sets the password of an account. */
export const SetPassword = graphql(`
  mutation SetPassword($username: String!, $password: String!, $ownPassword: String) {
    setUserPassword(username: $username, password: $password, ownPassword: $ownPassword) {
      username
    }
  }
`);

/** Actions that grant or restore rights, which the own password confirms. */
export const confirmedActions = {
  activate: graphql(`
    mutation ActivateUser($username: String!, $ownPassword: String) {
      activateUser(username: $username, ownPassword: $ownPassword) {
        username
      }
    }
  `),
  grant: graphql(`
    mutation GrantStaff($username: String!, $ownPassword: String) {
      setStaff(username: $username, isStaff: true, ownPassword: $ownPassword) {
        username
      }
    }
  `),
};

/** Actions that take no confirmation by password. */
export const plainActions = {
  deactivate: graphql(`
    mutation DeactivateUser($username: String!) {
      deactivateUser(username: $username) {
        username
      }
    }
  `),
  revoke: graphql(`
    mutation RevokeStaff($username: String!) {
      setStaff(username: $username, isStaff: false) {
        username
      }
    }
  `),
  endSessions: graphql(`
    mutation EndUserSessions($username: String!) {
      endUserSessions(username: $username) {
        username
      }
    }
  `),
};
