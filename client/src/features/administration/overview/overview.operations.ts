import { graphql, type ResultOf } from 'gql.tada';

/** How the service is, and what happened last. */
export const OverviewQuery = graphql(`
  query Overview {
    serviceHealth {
      version
      nodeVersion
      startedAt
      uptimeSeconds
      database {
        kind
        bytes
      }
      loopDelay {
        p50
        p99
        max
      }
      residentBytes
      sampler {
        intervalMs
        sampledAt
        isLate
        stale
        failure
      }
      history {
        chunks
        bytes
      }
      openSockets
      analysisActive
      mailIsOn
    }
    auditTrail(first: 12) {
      nodes {
        id
        at
        event
        result
        door
        address
        username
        actor
        before
        after
      }
    }
  }
`);

/** What the service says of itself. */
export type Health = ResultOf<typeof OverviewQuery>['serviceHealth'];
