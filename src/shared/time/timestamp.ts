const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;

/** Parses an ISO 8601 time with a time zone. @returns ms since 1970; undefined if invalid. */
export function readTimestamp(text: string): number | undefined {
  const ms = TIMESTAMP.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
