import type { Sample } from '../live/sample-fields';
import type { Range, TimeSpan } from '../view/time-window';
import type { ChartStates } from './chart-state';

export interface ChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
  /** Whether the host has stopped sending samples, in which case the last known ones are shown. */
  away?: boolean | undefined;
  /** Seconds between samples; undefined until known. */
  intervalSeconds: number | undefined;
  /** The range selected in `RangeChoice`, which the page places. */
  range: Range;
  /** The zoomed time span; null for the whole range up to now. */
  zoom: TimeSpan | null;
  onZoom(zoom: TimeSpan | null): void;
  states?: ChartStates | undefined;
}
