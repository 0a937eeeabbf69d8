import { readerUnits } from '../../../../lib/i18n/reader-units';
import { withoutZeros } from '../../format-figures';
import type { TimeSpan } from '../../view/time-window';
import { timeTicks } from '../history/time-labels';
import { type Panel, panels } from '../panels';
import { type CanvasStyle, fontOf } from './canvas-style';
import { readingOfUnit } from './reading-of-unit';

/** Returns a grid line's label. */
export function tickLabel({ format }: Panel, figure: number): string {
  return withoutZeros(format(figure));
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
  const labels = timeTicks([from, (from + to) / 2, to], visible);
  return Math.max(...labels.flatMap((label) => label.split('\n')).map((line) => textWidth(line, style)));
}

/** Returns the height of a time axis, which has a second line for days or years where it needs them. */
export function timesHeight({ textSize }: CanvasStyle, visible: TimeSpan): number {
  return Math.round(textSize * (timeTicks([visible.from], visible)[0]?.includes('\n') ? 3.7 : 2.2));
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
