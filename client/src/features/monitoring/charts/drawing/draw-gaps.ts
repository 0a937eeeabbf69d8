import type uPlot from 'uplot';
import type { Gap } from '../history/gaps';

const STRIPE_EVERY = 8;
const OPACITY = 0.35;

/** Hatches the times without measurements if they are wide enough to be visible. */
export function drawGaps(plot: uPlot, gaps: readonly Gap[], colour: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.globalAlpha = OPACITY;
  ctx.lineWidth = devicePixelRatio;
  for (const { from, to } of gaps) {
    if (from === null || to === null) continue;
    const [left, right] = [plot.valToPos(from, 'x', true), plot.valToPos(to, 'x', true)];
    if (right - left < 2 * devicePixelRatio) continue;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, bbox.top, right - left, bbox.height);
    ctx.clip();
    ctx.beginPath();
    // From bottom left to top right, aligned across gaps.
    for (let x = bbox.left - bbox.height; x < right; x += STRIPE_EVERY * devicePixelRatio) {
      if (x + bbox.height < left) continue;
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.stroke();
    ctx.restore();
  }
  ctx.restore();
}
