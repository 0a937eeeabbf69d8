import { graphql, type ResultOf } from 'gql.tada';

/** Who is signed in, fifty sessions at a time. */
export const LiveSessionsQuery = graphql(`
  query LiveSessions($after: String, $username: String) {
    liveSessions(first: 50, after: $after, username: $username) {
      nodes {
        id
        username
        address
        browser
        createdAt
        expiresAt
        isCurrent
        sockets
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** A session of a user. */
export type LiveSession = ResultOf<typeof LiveSessionsQuery>['liveSessions']['nodes'][number];

/** Ends one of them. */
export const EndUserSession = graphql(`
  mutation EndUserSession($username: String!, $id: ID!) {
    endUserSession(username: $username, id: $id)
  }
`);

/** Who is connected, fifty at a time, and the processes of the service. */
export const OpenSocketsQuery = graphql(`
  query OpenSockets($after: String) {
    nodes {
      id
      address
      state
    }
    openSockets(first: 50, after: $after) {
      nodes {
        id
        node
        username
        address
        since
        by
        subscriptions
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** A connection that is open. */
export type OpenSocket = ResultOf<typeof OpenSocketsQuery>['openSockets']['nodes'][number];
