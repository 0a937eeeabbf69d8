/** The kind of a chunk's rows: raw samples, or roll-ups of a minute or an hour. */
export enum Resolution {
  SAMPLES = 0,
  MINUTES = 1,
  HOURS = 2,
}
