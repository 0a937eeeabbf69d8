import type { TimeSpan } from './time-window';

/** Parses the zoomed time span from a query string; null if there is none or it is invalid. */
export function parseZoom(search: string): TimeSpan | null {
  const words = new URLSearchParams(search);
  const [from, to] = [parseSeconds(words.get('de')), parseSeconds(words.get('ate'))];
  return from < to ? { from, to } : null;
}

/** Returns seconds since 1970; NaN unless the text is an ISO 8601 timestamp with a time zone. */
function parseSeconds(text: string | null): number {
  return text !== null && TIMESTAMP.test(text) ? Date.parse(text) / 1000 : Number.NaN;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
