import { useMemo } from 'react';
import { type ChartView, searchWith, viewOf } from './chart-view';
import type { Range, TimeSpan } from './time-window';

/** The query string of the page, and how to change it: the part of the page that is fetched later has no router. */
export interface PageAddress {
  readonly search: string;
  /** Goes to another query string, which the button Back leaves again. */
  readonly go: (search: string) => void;
}

interface ChosenView extends ChartView {
  /** Chooses a range, and with it leaves a zoom. */
  onRange(range: Range): void;
  onZoom(zoom: TimeSpan | null): void;
}

/** What the charts show. It is kept in the address: a reload keeps it, and Back returns to the last choice. */
export function useChartView({ search, go }: PageAddress): ChosenView {
  // The charts fetch again when the zoom is another object.
  const view = useMemo(() => viewOf(search), [search]);
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
