/** A time in which an alert fired, in seconds since 1970; `to` is null while it does. */
export interface IncidentBand {
  readonly id: string;
  /** What its rule is called. */
  readonly name: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly from: number;
  readonly to: number | null;
}

/** The bands of each chart that has any, by its name. */
export type IncidentBands = ReadonlyMap<string, readonly IncidentBand[]>;

/** The bands of a chart without any: always the same list. */
export const NO_BANDS: readonly IncidentBand[] = [];

/** The bands that a time lies in. */
export function bandsAt(bands: readonly IncidentBand[], at: number): readonly IncidentBand[] {
  return bands.filter(({ from, to }) => at >= from && (to === null || at <= to));
}
