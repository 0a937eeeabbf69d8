import { LIVE_RANGE, type Range, ranges, type TimeSpan } from './time-window';
import { formatSearch } from './wall-view';
import { parseZoom } from './zoom';

/** The view of the charts, as given in the query string. */
export interface ChartView {
  readonly range: Range;
  /** The zoomed time span; null for the whole range up to now. */
  readonly zoom: TimeSpan | null;
}

/** Parses the view from a query string; invalid values are ignored. */
export function parseView(search: string): ChartView {
  const id = new URLSearchParams(search).get('periodo');
  return { range: ranges.find((range) => range.id === id) ?? LIVE_RANGE, zoom: parseZoom(search) };
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

function formatIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
