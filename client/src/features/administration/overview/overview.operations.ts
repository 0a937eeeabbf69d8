import { graphql, type ResultOf } from 'gql.tada';
import { AuditEventFields } from '../audit/audit.operations';

/** How the service is, and what happened last. */
export const OverviewQuery = graphql(
  `
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
          ...AuditEventFields
        }
      }
    }
  `,
  [AuditEventFields],
);

/** The health of the service. */
export type Health = ResultOf<typeof OverviewQuery>['serviceHealth'];
