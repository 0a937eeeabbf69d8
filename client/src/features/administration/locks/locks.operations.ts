import { graphql, type ResultOf } from 'gql.tada';

/** What is locked out, fifty at a time. */
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

/** A name and an address that are locked out. */
export type LockedPair = ResultOf<typeof LocksQuery>['lockedPairs']['nodes'][number];

/** Opens one lock. */
export const Unlock = graphql(`
  mutation Unlock($username: String!, $address: String!) {
    unlock(username: $username, address: $address)
  }
`);
