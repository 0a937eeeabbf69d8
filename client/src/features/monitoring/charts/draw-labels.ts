import type uPlot from 'uplot';
import { t } from '../../../lib/i18n/t';
import type { CanvasStyle } from './canvas-style';
import type { Line } from './panels';

/**
 * Writes the names of the lines at their ends, inside of the plot, so that its gutter is that of every chart: above the
 * line, or in the outer corners of a mirrored chart.
 */
export function drawLabels(plot: uPlot, lines: readonly Line[], { colours, textSize }: CanvasStyle): void {
  const { ctx, bbox } = plot;
  const size = textSize * devicePixelRatio;
  const isMirrored = lines.some(({ mirrored }) => mirrored);
  ctx.save();
  ctx.font = `500 ${size}px Inter, sans-serif`;
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  // A rim in the colour of the card keeps them legible over lines and bands.
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.strokeStyle = colours.surface ?? '';
  const inside = (y: number) => Math.min(Math.max(y, bbox.top + size), bbox.top + bbox.height - size);
  for (const [index, { label, colour, mirrored }] of lines.entries()) {
    const end = endOf(plot, index);
    if (end === undefined && !isMirrored) continue;
    const corner = mirrored ? bbox.top + bbox.height - size : bbox.top + size;
    const y = isMirrored ? corner : inside((end ?? 0) - size);
    const x = bbox.left + bbox.width - size / 2;
    ctx.fillStyle = colours[colour] ?? '';
    ctx.strokeText(t(label), x, y);
    ctx.fillText(t(label), x, y);
  }
  ctx.restore();
}

/** How high a line ends on the canvas; undefined when it has no figures. */
function endOf(plot: uPlot, line: number): number | undefined {
  const figures: ArrayLike<number | null | undefined> = plot.data[3 * line + 3] ?? [];
  const last = Array.from(figures).findLast((figure) => figure !== null && figure !== undefined);
  return last === null || last === undefined ? undefined : plot.valToPos(last, 'y', true);
}
