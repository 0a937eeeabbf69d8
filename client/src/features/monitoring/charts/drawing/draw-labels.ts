import type uPlot from 'uplot';
import { t } from '../../../../lib/i18n/t';
import type { Line } from '../panels';
import type { CanvasStyle } from './canvas-style';

/**
 * Writes the names of the lines at their ends, inside of the plot, so that its gutter is that of every chart: where no
 * line runs, above their own or else below it, or in the outer corners of a mirrored chart.
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
  const right = bbox.left + bbox.width - size / 2;
  const widest = Math.max(...lines.map(({ label }) => ctx.measureText(t(label)).width));
  const heights = isMirrored ? [] : lines.map((_, index) => heightsFrom(plot, index, right - widest));
  const place = { lines: heights.filter((one) => one !== undefined), names: [] as Heights[] };
  const room = { top: bbox.top + size, bottom: bbox.top + bbox.height - size };
  for (const [index, { label, colour, mirrored }] of lines.entries()) {
    const own = heights[index];
    if (!own && !isMirrored) continue;
    const corner = mirrored ? room.bottom : room.top;
    const y = isMirrored || !own ? corner : labelHeight(own, { ...place, size, room });
    place.names.push({ top: y - size / 2, bottom: y + size / 2 });
    ctx.fillStyle = colours[colour] ?? '';
    ctx.strokeText(t(label), right, y);
    ctx.fillText(t(label), right, y);
  }
  ctx.restore();
}

/** From the highest to the lowest pixel that something takes. */
interface Heights {
  readonly top: number;
  readonly bottom: number;
}

interface LabelPlace {
  readonly lines: readonly Heights[];
  /** Those that are written already. */
  readonly names: readonly Heights[];
  /** The height of a name. */
  readonly size: number;
  /** Where its middle may be. */
  readonly room: Heights;
}

/**
 * How high the name of a line stands: just above it, just below it, or above or below what is in the way. Where there
 * is no such place it crosses a line, which its rim keeps legible, rather than another name.
 */
export function labelHeight(own: Heights, { lines, names, size, room }: LabelPlace): number {
  const places = [own, ...lines, ...names].flatMap(({ top, bottom }) => [top - size, bottom + size]);
  const inRoom = places.filter((y) => y >= room.top && y <= room.bottom);
  const isFreeOf = (others: readonly Heights[]) => (y: number) =>
    others.every(({ top, bottom }) => y + size / 2 <= top || y - size / 2 >= bottom);
  return (
    inRoom.find(isFreeOf([...lines, ...names])) ??
    inRoom.find(isFreeOf(names)) ??
    Math.min(Math.max(own.top - size, room.top), room.bottom)
  );
}

/** The heights of a line on the canvas from so far on to its end; undefined when it has no figures there. */
function heightsFrom(plot: uPlot, line: number, left: number): Heights | undefined {
  const from = plot.posToIdx((left - plot.bbox.left) / devicePixelRatio);
  const figures = (plot.data[3 * line + 3] ?? []).slice(Math.max(0, from - 1));
  const known = Array.from(figures, (figure) => figure ?? Number.NaN).filter((figure) => !Number.isNaN(figure));
  if (known.length === 0) return undefined;
  const heights = [Math.max(...known), Math.min(...known)].map((figure) => plot.valToPos(figure, 'y', true));
  return { top: heights[0] ?? 0, bottom: heights[1] ?? 0 };
}
