import { graphql, type ResultOf } from 'gql.tada';

/** Lockouts, fifty per page. */
export const LocksQuery = graphql(`
  query Locks($after: String) {
    lockedPairs(first: 50, after: $after) {
      nodes {
        username
        address
        secondsLeft
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type LockedPair = ResultOf<typeof LocksQuery>['lockedPairs']['nodes'][number];

export const Unlock = graphql(`
  mutation Unlock($username: String!, $address: String!) {
    unlock(username: $username, address: $address)
  }
`);
