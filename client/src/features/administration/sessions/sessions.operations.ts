import { graphql, type ResultOf } from 'gql.tada';

/** Sessions, fifty per page. */
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

export type LiveSession = ResultOf<typeof LiveSessionsQuery>['liveSessions']['nodes'][number];

export const EndUserSession = graphql(`
  mutation EndUserSession($username: String!, $id: ID!) {
    endUserSession(username: $username, id: $id)
  }
`);

/** Open connections, fifty per page, and the nodes of the service. */
export const OpenSocketsQuery = graphql(`
  query OpenSockets($after: String) {
    serviceNodes {
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

export type OpenSocket = ResultOf<typeof OpenSocketsQuery>['openSockets']['nodes'][number];
