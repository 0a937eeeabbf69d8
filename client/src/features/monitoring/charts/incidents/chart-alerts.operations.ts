import { graphql, type ResultOf } from 'gql.tada';

/** One request for both, because the page's first load has few to spare. */
export const ChartAlertsQuery = graphql(`
  query ChartAlerts($host: ID, $from: String!, $to: String!) {
    incidents(host: $host, first: 100, from: $from, to: $to) {
      nodes {
        id
        ruleName
        severity
        state
        startedAt
        endedAt
        measure
      }
    }
    alertLimits(host: $host) {
      ruleName
      severity
      measure
      limit
    }
  }
`);

export type ChartIncident = ResultOf<typeof ChartAlertsQuery>['incidents']['nodes'][number];
