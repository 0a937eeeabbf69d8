import type uPlot from 'uplot';
import type { Line } from '../panels';
import type { CanvasStyle } from './canvas-style';

type Colours = CanvasStyle['colours'];

/** Marks the newest sample at the end of each line that has a value. */
export function drawEndMarkers(plot: uPlot, lines: number, colours: Colours): void {
  for (let line = 0; line < lines; line += 1) {
    drawDot(plot, line, plot.data[0].length - 1, {
      radius: 4,
      fill: colours['lamp-fill'] ?? '',
      around: colours.surface ?? '',
    });
  }
}

/** Marks each value without neighbours on its line: a five-minute-old installation has just one in its year view. */
export function drawLonePoints(plot: uPlot, lines: readonly Line[], colours: Colours): void {
  for (const [line, { colour }] of lines.entries()) {
    const fill = colours[colour] ?? '';
    for (const index of lonePoints(plot.data[3 * line + 3] ?? [])) drawDot(plot, line, index, { radius: 3, fill });
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
  readonly radius: number;
  readonly fill: string;
  /** Colour of the ring that separates it from the line. */
  readonly around?: string;
}

function drawDot(plot: uPlot, line: number, index: number, { radius, fill, around }: Dot): void {
  const [at, figure] = [plot.data[0][index], plot.data[3 * line + 3]?.[index]];
  if (at === undefined || figure === null || figure === undefined) return;
  const { ctx } = plot;
  ctx.save();
  // A dashed line drawn earlier leaves its dash pattern set.
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(plot.valToPos(at, 'x', true), plot.valToPos(figure, 'y', true), radius * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fillStyle = fill;
  ctx.fill();
  if (around) {
    ctx.lineWidth = 2 * devicePixelRatio;
    ctx.strokeStyle = around;
    ctx.stroke();
  }
  ctx.restore();
}
