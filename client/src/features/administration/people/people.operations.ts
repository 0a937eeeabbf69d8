import { graphql, type ResultOf } from 'gql.tada';

/** Accounts, fifty at a time. */
export const PeopleQuery = graphql(`
  query People($after: String, $search: String, $isActive: Boolean, $isStaff: Boolean) {
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
export type Person = ResultOf<typeof PeopleQuery>['users']['nodes'][number];

/** Makes an account for somebody. */
export const CreatePerson = graphql(`
  mutation CreatePerson($input: CreateUserInput!) {
    createUser(input: $input) {
      username
    }
  }
`);

/** Sets the password of somebody. */
export const SetPassword = graphql(`
  mutation SetPassword($username: String!, $password: String!) {
    setUserPassword(username: $username, password: $password) {
      username
    }
  }
`);

/** What is done to an account by its name alone. */
export const acts = {
  activate: graphql(`
    mutation ActivatePerson($username: String!) {
      activateUser(username: $username) {
        username
      }
    }
  `),
  deactivate: graphql(`
    mutation DeactivatePerson($username: String!) {
      deactivateUser(username: $username) {
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
  revoke: graphql(`
    mutation RevokeStaff($username: String!) {
      setStaff(username: $username, isStaff: false) {
        username
      }
    }
  `),
  endSessions: graphql(`
    mutation EndPersonSessions($username: String!) {
      endUserSessions(username: $username) {
        username
      }
    }
  `),
};
