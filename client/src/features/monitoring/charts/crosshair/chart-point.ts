import type uPlot from 'uplot';

/** The point at the crosshair of a chart. */
export interface ChartPoint {
  readonly index: number;
  /** Position of the crosshair, in pixels from the left of the chart. */
  readonly left: number;
  /** Timestamp at the crosshair. */
  readonly at: number;
  /** Whether the crosshair is close enough to select the point rather than a gap beside it. */
  readonly near: boolean;
}

const NEAR_PIXELS = 8;

/** Returns the point at the crosshair of a chart; null without a crosshair. */
export function findPoint(plot: uPlot): ChartPoint | null {
  const { idx, left = 0 } = plot.cursor;
  const at = idx == null ? undefined : plot.data[0][idx];
  if (idx == null || at === undefined) return null;
  const near = Math.abs(plot.valToPos(at, 'x') - left) <= NEAR_PIXELS;
  return { index: idx, left: plot.over.offsetLeft + left, at: plot.posToVal(left, 'x'), near };
}
