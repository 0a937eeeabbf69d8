import type uPlot from 'uplot';
import type { Line } from '../panels';
import type { CanvasStyle } from './canvas-style';
import { type ScaleKey, scaleOf } from './panel-scale';

type Colours = CanvasStyle['colours'];

/** Marks the newest sample at the end of each line that has a value. */
export function drawEndMarkers(plot: uPlot, lines: readonly Line[], colours: Colours): void {
  const newest = { radius: 4, fill: colours['lamp-fill'] ?? '', around: colours.surface ?? '' };
  for (const [index, line] of lines.entries()) {
    drawDot(plot, { ...newest, scale: scaleOf(line), line: index, index: plot.data[0].length - 1 });
  }
}

/** Marks each value without neighbours on its line: a five-minute-old installation has just one in its year view. */
export function drawLonePoints(plot: uPlot, lines: readonly Line[], colours: Colours): void {
  for (const [number, line] of lines.entries()) {
    const dot = { radius: 3, fill: colours[line.colour] ?? '', scale: scaleOf(line), line: number };
    for (const index of lonePoints(plot.data[3 * number + 3] ?? [])) drawDot(plot, { ...dot, index });
  }
}

/** Returns the indexes of values without a neighbour on either side. */
export function lonePoints(figures: ArrayLike<number | null | undefined>): number[] {
  const isKnown = (index: number) => figures[index] !== null && figures[index] !== undefined;
  const lone: number[] = [];
  for (let index = 0; index < figures.length; index += 1) {
    if (isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1)) lone.push(index);
  }
  return lone;
}

interface Dot {
  /** Number of its line, and of its point on it. */
  readonly line: number;
  readonly index: number;
  readonly scale: ScaleKey;
  readonly radius: number;
  readonly fill: string;
  /** Colour of the ring that separates it from the line. */
  readonly around?: string;
}

function drawDot(plot: uPlot, { line, index, scale, radius, fill, around }: Dot): void {
  const [at, figure] = [plot.data[0][index], plot.data[3 * line + 3]?.[index]];
  if (at === undefined || figure === null || figure === undefined) return;
  const { ctx } = plot;
  ctx.save();
  // A dashed line drawn earlier leaves its dash pattern set.
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(plot.valToPos(at, 'x', true), plot.valToPos(figure, scale, true), radius * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (around) {
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = around;
    ctx.stroke();
  }
  ctx.restore();
}
