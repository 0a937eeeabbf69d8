import type uPlot from 'uplot';
import type { IncidentBand } from '../history/incident-band';
import { type CanvasStyle, translucent } from './canvas-style';

const OPACITY = 0.09;
/** Height of the edge along the top, visible where the fill is not, and minimum width of a band, in pixels. */
const EDGE = 3;
const NARROWEST = 2;

/** Fills the times when alerts fired, behind the lines, with an edge along the top in the severity's colour. */
export function drawIncidents(plot: uPlot, bands: readonly IncidentBand[], { colours }: CanvasStyle): void {
  const { ctx, bbox } = plot;
  const end = bbox.left + bbox.width;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  for (const { severity, from, to } of bands) {
    const left = plot.valToPos(from, 'x', true);
    const right = to === null ? end : plot.valToPos(to, 'x', true);
    if (right < bbox.left || left > end) continue;
    const width = Math.max(right - left, NARROWEST * devicePixelRatio);
    const colour = colours[severity === 'BAD' ? 'bad' : 'warn'] ?? '';
    ctx.fillStyle = translucent(colour, OPACITY);
    ctx.fillRect(left, bbox.top, width, bbox.height);
    ctx.fillStyle = colour;
    ctx.fillRect(left, bbox.top, width, EDGE * devicePixelRatio);
  }
  ctx.restore();
}
