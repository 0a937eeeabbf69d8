import type { ChartLimit } from '../history/chart-limit';
import type { Line, Panel } from '../panels';
import { gridLines, type NiceScale } from './nice-scale';
import { readableScale } from './reading-of-unit';

/** Scales of a chart: of figures drawn upwards, and of those drawn downwards on a half of their own. */
export type ScaleKey = 'y' | 'down';

/** A grid line: its position on the scale `y`, and the figure it stands for. */
interface GridMark {
  readonly at: number;
  readonly figure: number;
}

export function scaleOf({ isBelow }: Line): ScaleKey {
  return isBelow ? 'down' : 'y';
}

/** Whether a chart has two halves, each with its own scale. */
export function hasHalves({ lines }: Panel): boolean {
  return lines.some(({ isBelow }) => isBelow);
}

/** Steps on each half of a chart, few enough to leave room for their labels. */
const HALF_INTERVALS = 2;

/**
 * Returns the scale for some figures, with round steps in the reader's units. In a chart with halves, zero is in the
 * middle, and each half fills its own.
 */
export function computeScale(panel: Panel, minimum: number | null, maximum: number | null): NiceScale {
  const { unit, minTop, maxTop } = panel;
  if (!hasHalves(panel)) return readableScale(unit, { minimum, maximum, minTop, maxTop });
  const most = Math.max(-(minimum ?? 0), maximum ?? 0);
  const half = readableScale(unit, { minimum: 0, maximum: most, minTop, maxTop, intervals: HALF_INTERVALS });
  return { ...half, low: -half.high };
}

/**
 * Returns the figure that the scale has to reach so that the limits in sight are on it. A limit comes into sight once
 * the figures are half way to it; a farther one would press them to the bottom.
 */
export function reachedWith(limits: readonly Pick<ChartLimit, 'figure'>[], most: number | null): number | null {
  if (most === null) return null;
  return Math.max(most, ...limits.map(({ figure }) => figure).filter((figure) => figure <= 2 * most));
}

/** Returns the grid lines of a chart from bottom to top. `down` is the scale of its lower half, if it has one. */
export function gridMarks(up: NiceScale, down: NiceScale | undefined): GridMark[] {
  if (!down) return gridLines(up).map((figure) => ({ at: figure, figure }));
  const above = gridLines({ ...up, low: 0 }).map((figure) => ({ at: figure, figure }));
  const below = gridLines({ ...down, low: 0 }).slice(1);
  return [...below.map((figure) => ({ at: -figure * (up.high / down.high), figure })).reverse(), ...above];
}
