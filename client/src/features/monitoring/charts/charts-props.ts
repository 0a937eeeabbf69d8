import type { Sample } from '../live/sample-fields';
import type { Range, TimeSpan } from '../view/time-window';
import type { ChartStates } from './chart-state';

/** What the charts are given by the page. */
export interface ChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
  /** Whether the host sends none: what is shown is the last that is known of it. */
  away?: boolean | undefined;
  /** How many seconds samples are apart; undefined until that is known. */
  intervalSeconds: number | undefined;
  /** What is chosen with `RangeChoice`, which stands wherever the page has it. */
  range: Range;
  /** The time span that was zoomed into; null for the whole range up to now. */
  zoom: TimeSpan | null;
  onZoom(zoom: TimeSpan | null): void;
  states?: ChartStates | undefined;
}
