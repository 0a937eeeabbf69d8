import { type MeasureName, measureNames } from '../../../../../../src/features/monitoring/measures';

/** Values with one entry per point; null if nothing was measured. */
export type Series = readonly (number | null)[];

/** Minimum, average and maximum of each point's bucket. */
export interface Band {
  readonly minimum: Series;
  readonly average: Series;
  readonly maximum: Series;
}

/** The server's response: the history of a range, in columns. */
export type History = {
  readonly stepSeconds: number;
  readonly at: readonly string[];
  readonly processors: number | null;
} & Readonly<Record<MeasureName, Band>>;

/**
 * Requests every measure of the registry. `gql.tada` cannot check a generated document; a test validates it against the
 * schema.
 */
export const historyQuery = `
  query History($host: ID, $from: DateTime!, $to: DateTime!, $points: Int!) {
    metricsHistory(host: $host, from: $from, to: $to, points: $points) {
      stepSeconds
      at
      processors
      ${measureNames.map((name) => `${name} { minimum average maximum }`).join(' ')}
    }
  }
`;
