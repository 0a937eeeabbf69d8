import { useMemo } from 'react';
import { type ChartView, parseView, searchWith } from './chart-view';
import type { Range, TimeSpan } from './time-window';

/** The page's query string, and a function that changes it: the lazily loaded part of the page has no router. */
export interface PageAddress {
  readonly search: string;
  /** Navigates to another query string, adding a history entry. */
  readonly go: (search: string) => void;
}

interface ChosenView extends ChartView {
  /** Selects a range, ending any zoom. */
  onRange(range: Range): void;
  onZoom(zoom: TimeSpan | null): void;
}

/** The view of the charts, kept in the URL: a reload preserves it, and Back returns to the previous choice. */
export function useChartView({ search, go }: PageAddress): ChosenView {
  // A new zoom object would make the charts refetch.
  const view = useMemo(() => parseView(search), [search]);
  const show = (next: ChartView) => {
    const changed = searchWith(search, next);
    if (changed !== searchWith(search, view)) go(changed);
  };
  return {
    ...view,
    onRange: (range) => show({ range, zoom: null }),
    onZoom: (zoom) => show({ range: view.range, zoom }),
  };
}
