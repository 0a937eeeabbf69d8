import type uPlot from 'uplot';

/** The point at the crosshair of a chart. */
export interface ChartPoint {
  readonly index: number;
  /** Where the crosshair stands, in pixels from the left of the chart. */
  readonly left: number;
  /** The timestamp where it stands. */
  readonly at: number;
  /** Whether the point is so near that it is meant, rather than a gap beside it. */
  readonly near: boolean;
}

const NEAR_PIXELS = 8;

/** The point at the crosshair of a chart; null when there is none. */
export function pointOf(plot: uPlot): ChartPoint | null {
  const { idx, left = 0 } = plot.cursor;
  const at = idx == null ? undefined : plot.data[0][idx];
  if (idx == null || at === undefined) return null;
  const near = Math.abs(plot.valToPos(at, 'x') - left) <= NEAR_PIXELS;
  return { index: idx, left: plot.over.offsetLeft + left, at: plot.posToVal(left, 'x'), near };
}
