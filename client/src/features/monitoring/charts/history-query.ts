import { graphql, type ResultOf } from 'gql.tada';

const Series = graphql(`
  fragment Series on HistorySeries @_unmask {
    minimum
    average
    maximum
  }
`);

/** What was measured over a time, by columns. */
export const HistoryQuery = graphql(
  `
    query History($from: String!, $to: String!, $points: Int!) {
      metricsHistory(from: $from, to: $to, points: $points) {
        stepSeconds
        at
        cpuPercent {
          ...Series
        }
        ramPercent {
          ...Series
        }
        swapPercent {
          ...Series
        }
        loadAverage {
          ...Series
        }
        diskPercent {
          ...Series
        }
        networkReceived {
          ...Series
        }
        networkSent {
          ...Series
        }
        diskRead {
          ...Series
        }
        diskWritten {
          ...Series
        }
      }
    }
  `,
  [Series],
);

/** The answer of the server. */
export type History = ResultOf<typeof HistoryQuery>['metricsHistory'];
