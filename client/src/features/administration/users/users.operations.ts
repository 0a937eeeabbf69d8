import { graphql, type ResultOf } from 'gql.tada';

/** Accounts, fifty per page. */
export const UsersQuery = graphql(`
  query Users($after: String, $search: String, $isActive: Boolean, $role: Role) {
    users(first: 50, after: $after, search: $search, isActive: $isActive, role: $role) {
      nodes {
        username
        email
        firstName
        isActive
        role
        machines
        machineTags
        isStaff
        isAuthenticated
        isLastStaff
        hasSecondFactor
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

/** An account as seen by staff. */
export type User = ResultOf<typeof UsersQuery>['users']['nodes'][number];

export const CreateUser = graphql(`
  mutation CreateUser($input: CreateUserInput!) {
    createUser(input: $input) {
      username
    }
  }
`);

export const SetPassword = graphql(`
  mutation SetPassword($username: String!, $password: String!) {
    setUserPassword(username: $username, password: $password) {
      username
    }
  }
`);

/** Actions whose only argument is the username. */
export const simpleActions = {
  activate: graphql(`
    mutation ActivateUser($username: String!) {
      activateUser(username: $username) {
        username
      }
    }
  `),
  grant: graphql(`
    mutation GrantStaff($username: String!) {
      setStaff(username: $username, isStaff: true) {
        username
      }
    }
  `),
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
  resetFactors: graphql(`
    mutation ResetUserFactors($username: String!) {
      resetUserFactors(username: $username) {
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
