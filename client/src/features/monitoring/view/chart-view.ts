import { LIVE_RANGE, type Range, ranges, type TimeSpan } from './time-window';
import { formatSearch } from './wall-view';

/** The view of the charts, as given in the query string. */
export interface ChartView {
  readonly range: Range;
  /** The zoomed time span; null for the whole range up to now. */
  readonly zoom: TimeSpan | null;
}

/** Parses the view from a query string; invalid values are ignored. */
export function parseView(search: string): ChartView {
  const words = new URLSearchParams(search);
  const range = ranges.find(({ id }) => id === words.get('periodo')) ?? LIVE_RANGE;
  const [from, to] = [parseSeconds(words.get('de')), parseSeconds(words.get('ate'))];
  return { range, zoom: from < to ? { from, to } : null };
}

/** Sets the view in a query string, leaving out defaults and keeping other parameters. */
export function searchWith(search: string, { range, zoom }: ChartView): string {
  const words = new URLSearchParams(search);
  for (const name of ['periodo', 'de', 'ate']) words.delete(name);
  if (range !== LIVE_RANGE) words.set('periodo', range.id);
  if (zoom) {
    words.set('de', formatIso(Math.floor(zoom.from)));
    words.set('ate', formatIso(Math.ceil(zoom.to)));
  }
  return formatSearch(words);
}

/** Returns seconds since 1970; NaN unless the text is an ISO 8601 timestamp with a time zone. */
function parseSeconds(text: string | null): number {
  return text !== null && TIMESTAMP.test(text) ? Date.parse(text) / 1000 : Number.NaN;
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function formatIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
