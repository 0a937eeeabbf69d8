import type uPlot from 'uplot';
import { type CanvasStyle, translucent } from './canvas-style';
import type { ChartData } from './chart-data';
import { drawEndMarkers, drawLonePoints } from './draw-ends';
import { drawGaps } from './draw-gaps';
import { drawLabels } from './draw-labels';
import { drawThresholds } from './draw-thresholds';
import { withoutZeros } from './format-figures';
import type { Gap } from './gaps';
import { gridLines, type NiceScale, niceScale } from './nice-scale';
import { type Line, type Panel, panels } from './panels';
import { timeTicks } from './time-labels';
import type { TimeSpan } from './time-window';

/** Charts with the same key share the position of the pointer. */
const SYNC_KEY = 'vigia';
const BAND_OPACITY = 0.28;

/** What changes during the life of a chart, which reads it whenever it draws. */
export interface ChartView {
  visible: TimeSpan;
  live: boolean;
  gaps: readonly Gap[];
}

interface OptionsParts {
  readonly panel: Panel;
  readonly style: CanvasStyle;
  readonly view: ChartView;
  readonly width: number;
  readonly height: number;
  readonly onZoom: (from: number, to: number) => void;
  /** The point at the crosshair; null when there is none. */
  readonly onPoint: (point: ChartPoint | null) => void;
}

/** A panel's data as uPlot takes them: the timestamps, then minimum, maximum and average of each line. */
export function drawnData({ lines }: Panel, { at, bands }: ChartData): uPlot.AlignedData {
  const columns = lines.flatMap(({ measure, mirrored }) => {
    const { minimum, maximum, average } = bands[measure];
    const drawn = [minimum, maximum, average];
    return mirrored ? drawn.map((series) => series.map((figure) => (figure === null ? null : -figure))) : drawn;
  });
  return [at, ...columns] as unknown as uPlot.AlignedData;
}

/**
 * How a panel is drawn: a band from minimum to maximum behind the line of the averages. All charts have the same
 * gutters, so that the same time stands at the same place in each.
 */
export function chartOptions({ panel, style, view, width, height, onZoom, onPoint }: OptionsParts): uPlot.Options {
  const { colours, textSize } = style;
  const font = fontOf(style);
  const axis = {
    stroke: colours['ink-3'] ?? '',
    font,
    grid: { stroke: colours.line ?? '', width: 1 },
    ticks: NO_TICKS,
  };
  let scale: NiceScale = scaleOf(panel, null, null);
  return {
    width,
    height,
    padding: [Math.round(textSize * 0.75), () => rightGutter(style, view.visible), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: true, y: false, setScale: false },
      // The position of the pointer is shown in all charts, a selection only in its own.
      sync: { key: SYNC_KEY, filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
    },
    scales: {
      x: { time: true, range: () => [view.visible.from, view.visible.to] },
      y: {
        range: (_plot, minimum, maximum) => {
          scale = scaleOf(panel, minimum, maximum);
          return [scale.low, scale.high];
        },
      },
    },
    axes: [
      {
        ...axis,
        size: Math.round(textSize * 2.2),
        space: () => widestTime(style, view.visible) + textSize * 1.5,
        values: (_plot, splits) => timeTicks(splits, view.visible),
      },
      {
        ...axis,
        size: () => leftGutter(style),
        gap: 6,
        splits: () => gridLines(scale),
        values: (_plot, splits) => splits.map((line) => tickLabel(panel, line)),
      },
    ],
    series: [{}, ...panel.lines.flatMap((line) => seriesOf(line, style))],
    bands: panel.lines.map(({ colour, mirrored }, index) => ({
      series: [3 * index + 2, 3 * index + 1],
      dir: mirrored ? 1 : -1,
      fill: translucent(colours[colour] ?? '', BAND_OPACITY),
    })),
    hooks: {
      drawAxes: [
        (plot) => {
          drawGaps(plot, view.gaps, colours['ink-3'] ?? '');
          drawThresholds(plot, panel, style);
        },
      ],
      draw: [
        (plot) => {
          drawLonePoints(plot, panel.lines, colours);
          if (panel.lines.length > 1) drawLabels(plot, panel.lines, style);
          if (view.live) drawEndMarkers(plot, panel.lines.length, colours);
        },
      ],
      setCursor: [(plot) => onPoint(pointOf(plot))],
      setSelect: [
        (plot) => {
          const { left, width: selected } = plot.select;
          if (selected > 0) onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + selected, 'x'));
          plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** The point at the crosshair of a chart. */
export interface ChartPoint {
  readonly index: number;
  /** Where the crosshair stands, in pixels from the left of the chart. */
  readonly left: number;
  /** The timestamp where it stands. */
  readonly at: number;
  /** Whether the point is so near that it is meant, rather than a gap beside it. */
  readonly near: boolean;
}

const NEAR_PIXELS = 8;

function pointOf(plot: uPlot): ChartPoint | null {
  const { idx, left = 0 } = plot.cursor;
  const at = idx == null ? undefined : plot.data[0][idx];
  if (idx == null || at === undefined) return null;
  const near = Math.abs(plot.valToPos(at, 'x') - left) <= NEAR_PIXELS;
  return { index: idx, left: plot.over.offsetLeft + left, at: plot.posToVal(left, 'x'), near };
}

const NO_TICKS = { show: false };

/** The scale of a panel's figures, from the least and the most that are drawn of them. */
export function scaleOf(panel: Panel, minimum: number | null, maximum: number | null): NiceScale {
  const { minTop, maxTop, binary, lines } = panel;
  return niceScale({ minimum, maximum, minTop, maxTop, binary, mirrored: lines.some(({ mirrored }) => mirrored) });
}

/** The label of a grid line. Below the zero of a mirrored chart stands what was sent, which is no negative figure. */
export function tickLabel({ format, lines }: Panel, line: number): string {
  return withoutZeros(format(lines.some(({ mirrored }) => mirrored) ? Math.abs(line) : line));
}

function seriesOf({ colour, dashed }: Line, { colours }: CanvasStyle): uPlot.Series[] {
  const edge = { stroke: 'transparent', width: 0, points: { show: false } };
  const line: uPlot.Series = {
    stroke: colours[colour] ?? '',
    width: 1.75,
    points: { show: false },
    ...(dashed && { dash: [5, 4] }),
  };
  return [edge, edge, line];
}

function fontOf({ textSize }: CanvasStyle): string {
  return `${textSize}px Inter, sans-serif`;
}

/** Room for the widest label that any chart may have. */
function leftGutter(style: CanvasStyle): number {
  const widest = panels.map((panel) => textWidth(tickLabel(panel, panel.widest), style));
  return Math.ceil(Math.max(...widest)) + 12;
}

/** Room for the second half of a label that stands at the very end. */
function rightGutter(style: CanvasStyle, visible: TimeSpan): number {
  return Math.ceil(widestTime(style, visible) / 2) + 4;
}

function widestTime(style: CanvasStyle, visible: TimeSpan): number {
  const { from, to } = visible;
  return Math.max(...timeTicks([from, (from + to) / 2, to], visible).map((label) => textWidth(label, style)));
}

let ruler: CanvasRenderingContext2D | null | undefined;

function textWidth(text: string, style: CanvasStyle): number {
  ruler ??= document.createElement('canvas').getContext('2d');
  if (!ruler) return text.length * style.textSize * 0.6;
  ruler.font = fontOf(style);
  return ruler.measureText(text).width;
}
