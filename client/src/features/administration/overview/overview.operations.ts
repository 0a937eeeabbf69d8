import { graphql, type ResultOf } from 'gql.tada';
import { AuditEventFields } from '../audit/audit.operations';

/** Health of the service and its latest events. */
export const OverviewQuery = graphql(
  `
    query Overview($node: ID) {
      serviceHealth(node: $node) {
        version
        nodeVersion
        startedAt
        uptimeSeconds
        database {
          kind
          bytes
        }
        loopDelay {
          p50Ms
          p99Ms
          maxMs
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
      unheardAlerts {
        channels {
          id
          name
        }
      }
      serviceNodes {
        id
        address
        version
        state
        isCurrent
        startedAt
        lastSeenAt
        openSockets
        residentBytes
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

export type Health = ResultOf<typeof OverviewQuery>['serviceHealth'];

export type UnheardAlerts = ResultOf<typeof OverviewQuery>['unheardAlerts'];

export type ServiceNode = ResultOf<typeof OverviewQuery>['serviceNodes'][number];
