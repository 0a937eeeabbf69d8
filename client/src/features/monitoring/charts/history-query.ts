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

/** The answer of the server: what was measured over a time, by columns. */
export type History = { readonly stepSeconds: number; readonly at: readonly string[] } & Readonly<
  Record<MeasureName, ResultOf<typeof Series>>
>;

/** Asks for every measure of the registry; a test holds it to the schema. */
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
