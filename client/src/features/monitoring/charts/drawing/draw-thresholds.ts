import type uPlot from 'uplot';
import { thresholdsOf } from '../../../../../../src/features/monitoring/measures';
import type { Panel } from '../panels';
import type { CanvasStyle } from './canvas-style';

/** Draws a line at each threshold within the scale, with the shape of its severity at the right. */
export function drawThresholds(plot: uPlot, panel: Panel, { colours, textSize }: CanvasStyle): void {
  const [first] = panel.lines;
  const thresholds = first && thresholdsOf(first.measure);
  const top = plot.scales.y?.max ?? 0;
  if (!thresholds) return;
  const { ctx, bbox } = plot;
  const size = (textSize / 2.4) * devicePixelRatio;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio]);
  for (const [severity, colour] of [
    ['warning', colours.warn],
    ['bad', colours.bad],
  ] as const) {
    if (thresholds[severity] > top) continue;
    const y = plot.valToPos(thresholds[severity], 'y', true);
    const right = bbox.left + bbox.width;
    ctx.strokeStyle = ctx.fillStyle = colour ?? '';
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(right, y);
    ctx.stroke();
    ctx.beginPath();
    for (const [x, shift] of SHAPES[severity]) ctx.lineTo(right + (2 + x) * size * 0.9, y + shift * size);
    ctx.fill();
  }
  ctx.restore();
}

/** A diamond and a triangle, as in the list of findings. */
const SHAPES = {
  warning: [
    [0, 0],
    [-1, -1],
    [-2, 0],
    [-1, 1],
  ],
  bad: [
    [-1, -1],
    [0, 1],
    [-2, 1],
  ],
} as const;
