import { readerUnits } from '../../../../lib/i18n/reader-units';
import { withoutZeros } from '../../format-figures';
import type { TimeSpan } from '../../view/time-window';
import { timeTicks } from '../history/time-labels';
import { type Panel, panels } from '../panels';
import type { CanvasStyle } from './canvas-style';
import type { NiceScale } from './nice-scale';
import { readableScale, readingOfUnit } from './reading-of-unit';

/** Returns a panel's scale from its smallest and largest drawn figures, with round steps in the reader's units. */
export function computeScale(panel: Panel, minimum: number | null, maximum: number | null): NiceScale {
  const { unit, minTop, maxTop, lines } = panel;
  return readableScale(unit, { minimum, maximum, minTop, maxTop, mirrored: lines.some(({ mirrored }) => mirrored) });
}

/**
 * Returns a grid line's label. Below the zero line, a mirrored chart shows values of the other direction, which are not
 * negative.
 */
export function tickLabel({ format, lines }: Panel, line: number): string {
  return withoutZeros(format(lines.some(({ mirrored }) => mirrored) ? Math.abs(line) : line));
}

/** Returns the font used for all text on a canvas. */
export function fontOf({ textSize }: CanvasStyle): string {
  return `${textSize}px Inter, sans-serif`;
}

/** Returns the width of the widest label that any chart may have. */
export function leftGutter(style: CanvasStyle): number {
  if (widest?.units !== readerUnits.current) widest = { units: readerUnits.current, labels: panels.map(widestLabel) };
  return Math.ceil(Math.max(...widest.labels.map((label) => textWidth(label, style)))) + 12;
}

function widestLabel(panel: Panel): string {
  const { factor, offset } = readingOfUnit(panel.unit);
  return tickLabel(panel, (panel.widest - offset) / factor);
}

/** Cached until the reader changes units; the language of a page does not change. */
let widest: { readonly units: unknown; readonly labels: readonly string[] } | undefined;

/** Returns the space needed for the second half of a label at the very end. */
export function rightGutter(style: CanvasStyle, visible: TimeSpan): number {
  return Math.ceil(widestTime(style, visible) / 2) + 4;
}

/** Returns the width of a time axis's widest label, in pixels. */
export function widestTime(style: CanvasStyle, visible: TimeSpan): number {
  const { from, to } = visible;
  return Math.max(...timeTicks([from, (from + to) / 2, to], visible).map((label) => textWidth(label, style)));
}

let ruler: CanvasRenderingContext2D | null | undefined;

/** Caches measured widths, because every chart measures the same few strings each time it is drawn. */
const widths = new Map<string, number>();

/** Measures the width of a text, whatever its digits are. */
function textWidth(text: string, style: CanvasStyle): number {
  const font = fontOf(style);
  const sample = text.replaceAll(/\d/g, '0');
  const key = `${font} ${sample}`;
  const width = widths.get(key) ?? measuredWidth(sample, font) ?? text.length * style.textSize * 0.6;
  widths.set(key, width);
  return width;
}

function measuredWidth(text: string, font: string): number | undefined {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return undefined;
  ruler.font = font;
  return ruler.measureText(text).width;
}
