/** A period in which an alert fired, in seconds since 1970; `to` is null while it is firing. */
export interface IncidentBand {
  readonly id: string;
  readonly name: string;
  readonly severity: 'WARNING' | 'BAD';
  readonly from: number;
  readonly to: number | null;
}

/** Bands by chart name; charts without bands have no entry. */
export type IncidentBands = ReadonlyMap<string, readonly IncidentBand[]>;

/** A shared empty list, so that charts without bands get the same reference. */
export const NO_BANDS: readonly IncidentBand[] = [];

/** Returns the bands that contain a time. */
export function bandsAt(bands: readonly IncidentBand[], at: number): readonly IncidentBand[] {
  return bands.filter(({ from, to }) => at >= from && (to === null || at <= to));
}
