import type uPlot from 'uplot';
import { type Line, lineName, type Panel } from '../panels';
import { type CanvasStyle, fontOf } from './canvas-style';
import { hasHalves, scaleOf } from './panel-scale';
import { freeRight, type Heights, type LineEnd, placeNames } from './place-names';

/** Dashes of a chart's second line, and of the sample of it beside its name. */
export const DASHES = [5, 4];

/**
 * Writes the lines' names inside the plot, so that all charts keep the same gutter: each at the end of its line, with a
 * sample of it, or at the outer edge of its half.
 */
export function drawLabels(plot: uPlot, panel: Panel, style: CanvasStyle): void {
  const { ctx } = plot;
  ctx.save();
  ctx.font = fontOf({ textSize: style.textSize * devicePixelRatio }, 500);
  ctx.textAlign = 'right';
  ctx.textBaseline = 'middle';
  ctx.lineJoin = 'round';
  if (hasHalves(panel)) for (const [index, line] of panel.lines.entries()) drawInHalf(plot, line, index, style);
  else drawAtEnds(plot, panel.lines, style);
  ctx.restore();
}

/** The outer edge of a half is free of its line in most places, since its scale leaves room above the figures. */
function drawInHalf(plot: uPlot, line: Line, index: number, style: CanvasStyle): void {
  const { ctx, bbox } = plot;
  const size = style.textSize * devicePixelRatio;
  const name = lineName(line);
  const y = line.isBelow ? bbox.top + bbox.height - size * 0.7 : bbox.top + size * 0.3;
  const isFree = (from: number, to: number) => {
    const heights = heightsBetween(plot, { line, index, from, to });
    return !heights || (line.isBelow ? heights.bottom <= y - size / 2 : heights.top >= y + size / 2);
  };
  const edge = bbox.left + bbox.width;
  const span = { left: bbox.left, right: edge, width: ctx.measureText(name).width + size };
  writeName(plot, { name, line, right: freeRight(span, isFree) - size / 2, y }, style);
}

function drawAtEnds(plot: uPlot, lines: readonly Line[], style: CanvasStyle): void {
  const { ctx, bbox } = plot;
  const size = style.textSize * devicePixelRatio;
  const right = bbox.left + bbox.width - size / 2;
  const sample = size * 1.6;
  const from = right - sample - size / 2 - Math.max(...lines.map((line) => ctx.measureText(lineName(line)).width));
  const ends = lines.flatMap((line, index) => {
    const end = endOf(plot, { line, index, from, to: bbox.left + bbox.width });
    return end ? [{ line, ...end }] : [];
  });
  const room = { top: bbox.top - size * 0.8, bottom: bbox.top + bbox.height - size * 0.6 };
  const heights = placeNames(ends, { size, room });
  for (const [place, { line }] of ends.entries()) {
    const name = lineName(line);
    const y = heights[place] ?? 0;
    writeName(plot, { name, line, right, y }, style);
    const start = right - ctx.measureText(name).width - size / 2;
    ctx.save();
    ctx.strokeStyle = style.colours[line.colour] ?? '';
    ctx.lineWidth = 1.75 * devicePixelRatio;
    ctx.setLineDash(line.dashed ? DASHES.map((length) => length * devicePixelRatio) : []);
    ctx.beginPath();
    ctx.moveTo(start - sample, y);
    ctx.lineTo(start, y);
    ctx.stroke();
    ctx.restore();
  }
}

interface Name {
  readonly name: string;
  readonly line: Line;
  readonly right: number;
  readonly y: number;
}

/** Writes a name with an outline in the card's colour, which keeps it legible over grid lines and bands. */
function writeName({ ctx }: uPlot, { name, line, right, y }: Name, { colours }: CanvasStyle): void {
  ctx.setLineDash([]);
  ctx.lineWidth = 4 * devicePixelRatio;
  ctx.strokeStyle = colours.surface ?? '';
  ctx.fillStyle = colours[line.colour] ?? '';
  ctx.strokeText(name, right, y);
  ctx.fillText(name, right, y);
}

interface Stretch {
  readonly line: Line;
  readonly index: number;
  /** In pixels of the canvas. */
  readonly from: number;
  readonly to: number;
}

/** Returns a line's extent on the canvas within a stretch; undefined if it has no values there. */
export function heightsBetween(plot: uPlot, stretch: Stretch): Heights | undefined {
  return endOf(plot, stretch);
}

function endOf(plot: uPlot, { line, index, from, to }: Stretch): LineEnd | undefined {
  const indexAt = (pixel: number) => plot.posToIdx((pixel - plot.bbox.left) / devicePixelRatio);
  const figures = plot.data[3 * index + 3] ?? [];
  let [least, most, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  for (let at = Math.max(0, indexAt(from) - 1); at <= Math.min(figures.length - 1, indexAt(to) + 1); at += 1) {
    const figure = figures[at];
    if (figure === null || figure === undefined) continue;
    [least, most, last] = [Math.min(least, figure), Math.max(most, figure), figure];
  }
  if (Number.isNaN(last)) return undefined;
  const height = (figure: number) => plot.valToPos(figure, scaleOf(line), true);
  return { top: height(most), bottom: height(least), end: height(last) };
}
