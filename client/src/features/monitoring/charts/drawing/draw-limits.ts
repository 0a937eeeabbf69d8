import type uPlot from 'uplot';
import type { ChartLimit } from '../history/chart-limit';
import type { Panel } from '../panels';
import { type CanvasStyle, fontOf } from './canvas-style';
import { heightsBetween } from './draw-labels';
import { scaleOf } from './panel-scale';

/** Draws a line at each limit within the scale, with the names of the rules that have it at the left. */
export function drawLimits(plot: uPlot, panel: Panel, limits: readonly ChartLimit[], style: CanvasStyle): void {
  if (limits.length === 0) return;
  const { ctx, bbox } = plot;
  const { colours, textSize } = style;
  const size = textSize * devicePixelRatio;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = fontOf({ textSize: size }, 500);
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  /** Heights of the names that have been written. */
  const taken: number[] = [];
  for (const { measure, figure, severity, names } of limits) {
    const line = panel.lines.find((one) => one.measure === measure);
    const scale = line && plot.scales[scaleOf(line)];
    if (!line || Math.abs(figure) > (scale?.max ?? 0)) continue;
    const height = plot.valToPos(line.isBelow ? -figure : figure, scaleOf(line), true);
    const colour = colours[severity === 'BAD' ? 'bad' : 'warn'] ?? '';
    ctx.strokeStyle = ctx.fillStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, height);
    ctx.lineTo(right, height);
    ctx.stroke();
    ctx.setLineDash([]);
    const start = bbox.left + size * 0.4;
    const name = shortened(names.join(' · '), bbox.width * 0.8 - size, (text) => ctx.measureText(text).width);
    const end = start + size + ctx.measureText(name).width;
    const heights = panel.lines.flatMap(
      (one, index) => heightsBetween(plot, { line: one, index, from: start, to: end }) ?? [],
    );
    const isFree = (y: number) =>
      y > bbox.top - size &&
      y < bbox.top + bbox.height - size / 2 &&
      taken.every((other) => Math.abs(other - y) >= size);
    const isClear = (y: number) => heights.every(({ top, bottom }) => y + size / 2 <= top || y - size / 2 >= bottom);
    const places = [height - size * 0.75, height + size * 0.75].filter(isFree);
    const y = places.find(isClear) ?? places[0];
    if (y === undefined) continue;
    taken.push(y);
    ctx.strokeStyle = colours.surface ?? '';
    ctx.lineWidth = 4 * devicePixelRatio;
    ctx.strokeText(name, start + size, y);
    ctx.beginPath();
    for (const [x, shift] of SHAPES[severity]) ctx.lineTo(start + (x + 1) * size * 0.36, y + shift * size * 0.36);
    ctx.fill();
    ctx.fillText(name, start + size, y);
  }
  ctx.restore();
}

/** A diamond and a triangle, as in the list of findings. */
const SHAPES = {
  WARNING: [
    [0, -1],
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  BAD: [
    [0, -1],
    [1, 0.8],
    [-1, 0.8],
  ],
} as const;

/** Shortens a text to a width; the ellipsis says so. */
export function shortened(text: string, width: number, widthOf: (text: string) => number): string {
  const whole = widthOf(text);
  if (whole <= width) return text;
  // Begins near the result, because charts are drawn often. Characters differ in width, hence the margin.
  const signs = [...text].slice(0, Math.ceil((text.length * width * 1.3) / whole));
  while (signs.length > 1 && widthOf(`${signs.join('')}…`) > width) signs.pop();
  return `${signs.join('').trimEnd()}…`;
}
