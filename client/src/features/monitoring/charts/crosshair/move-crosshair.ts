import type uPlot from 'uplot';

/** Missing from uPlot's types: whether other charts with the same key follow. */
type SetCursor = (position: { left: number; top: number }, fireHook: boolean, publish: boolean) => void;

/**
 * Moves the crosshair of a chart, and of the charts in sync with it, to a position in pixels from the left; null hides
 * it.
 */
export function moveCrosshair(plot: uPlot, left: number | null): void {
  const setCursor: SetCursor = plot.setCursor;
  setCursor(left === null ? { left: -10, top: -10 } : { left, top: plot.over.clientHeight / 2 }, true, true);
}
