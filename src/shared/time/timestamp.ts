const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Reads a time in ISO 8601 with a time zone. @returns ms since 1970; undefined when it is none. */
export function readTimestamp(text: string): number | undefined {
  const ms = TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
