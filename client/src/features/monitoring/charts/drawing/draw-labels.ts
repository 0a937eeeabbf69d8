import type uPlot from 'uplot';
import { t } from '../../../../lib/i18n/t';
import type { Line } from '../panels';
import type { CanvasStyle } from './canvas-style';

/**
 * Writes the lines' names at their ends inside the plot, so that all charts keep the same gutter. A name goes where no
 * line runs: preferably above its own line, otherwise below it, or in the outer corners of a mirrored chart.
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
  // An outline in the card colour keeps names legible over lines and bands.
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

/** The vertical extent of an element in pixels, from top to bottom. */
interface Heights {
  readonly top: number;
  readonly bottom: number;
}

interface LabelPlace {
  readonly lines: readonly Heights[];
  readonly names: readonly Heights[];
  readonly size: number;
  /** Allowed range of a name's middle. */
  readonly room: Heights;
}

/**
 * Returns the height for a line's name: just above the line, just below it, or above or below an obstacle. If no place
 * is free, the name crosses a line, where its outline keeps it legible, rather than another name.
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

/** Returns a line's extent on the canvas from `left` to its end; undefined if it has no values there. */
function heightsFrom(plot: uPlot, line: number, left: number): Heights | undefined {
  const from = plot.posToIdx((left - plot.bbox.left) / devicePixelRatio);
  const figures = (plot.data[3 * line + 3] ?? []).slice(Math.max(0, from - 1));
  const known = Array.from(figures, (figure) => figure ?? Number.NaN).filter((figure) => !Number.isNaN(figure));
  if (known.length === 0) return undefined;
  const heights = [Math.max(...known), Math.min(...known)].map((figure) => plot.valToPos(figure, 'y', true));
  return { top: heights[0] ?? 0, bottom: heights[1] ?? 0 };
}
