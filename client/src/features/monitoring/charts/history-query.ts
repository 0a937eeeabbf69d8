import { graphql, type ResultOf } from 'gql.tada';
import { gql } from 'urql';
import { type MeasureName, measureNames } from '../../../../../src/monitoring/measures';

const Series = graphql(`
  fragment Series on HistorySeries @_unmask {
    minimum
    average
    maximum
  }
`);

/** The answer of the server: the history of a range, by columns. */
export type History = { readonly stepSeconds: number; readonly at: readonly string[] } & Readonly<
  Record<MeasureName, ResultOf<typeof Series>>
>;

/** Asks for every measure of the registry. A test validates it against the schema. */
export const HistoryQuery = gql<{ metricsHistory: History }, { from: string; to: string; points: number }>`
  query History($from: String!, $to: String!, $points: Int!) {
    metricsHistory(from: $from, to: $to, points: $points) {
      stepSeconds
      at
      ${measureNames.map((name) => `${name} { ...Series }`).join('\n')}
    }
  }
  ${Series}
`;
