import { type MeasureName, measureNames } from '../../../../../../src/features/monitoring/measures';

/** An entry for each point; null where nothing was measured. */
export type Series = readonly (number | null)[];

/** Minimum, average and maximum in the bucket of each point. */
export interface Band {
  readonly minimum: Series;
  readonly average: Series;
  readonly maximum: Series;
}

/** The answer of the server: the history of a range, by columns. */
export type History = { readonly stepSeconds: number; readonly at: readonly string[] } & Readonly<
  Record<MeasureName, Band>
>;

/**
 * Asks for every measure of the registry. `gql.tada` cannot follow a document that is put together: a test validates it
 * against the schema.
 */
export const historyQuery = `
  query History($host: ID, $from: String!, $to: String!, $points: Int!) {
    metricsHistory(host: $host, from: $from, to: $to, points: $points) {
      stepSeconds
      at
      ${measureNames.map((name) => `${name} { minimum average maximum }`).join(' ')}
    }
  }
`;
