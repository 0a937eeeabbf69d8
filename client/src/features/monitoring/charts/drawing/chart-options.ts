import type uPlot from 'uplot';
import type { TimeSpan } from '../../view/time-window';
import { type ChartPoint, findPoint } from '../crosshair/chart-point';
import { type ChartData, hasSpread } from '../history/chart-data';
import type { ChartLimit } from '../history/chart-limit';
import type { Gap } from '../history/gaps';
import type { IncidentBand } from '../history/incident-band';
import { timeTicks } from '../history/time-labels';
import type { Line, Panel } from '../panels';
import { type CanvasStyle, fontOf, translucent } from './canvas-style';
import { leftGutter, rightGutter, tickLabel, timesHeight, widestTime } from './chart-axes';
import { drawEndMarkers, drawLonePoints } from './draw-ends';
import { drawGaps } from './draw-gaps';
import { drawIncidents } from './draw-incidents';
import { DASHES, drawLabels } from './draw-labels';
import { drawLimits } from './draw-limits';
import type { NiceScale } from './nice-scale';
import { computeScale, gridMarks, hasHalves, reachedWith, type ScaleKey, scaleOf } from './panel-scale';

/** Charts with the same key share the pointer position. */
const SYNC_KEY = 'vigia';
const BAND_OPACITY = 0.28;
const AREA_OPACITY = 0.13;

/** The mutable part of a chart, read at each draw. */
export interface ChartView {
  visible: TimeSpan;
  live: boolean;
  gaps: readonly Gap[];
  incidents: readonly IncidentBand[];
  limits: readonly ChartLimit[];
}

interface OptionsParts {
  readonly panel: Panel;
  readonly style: CanvasStyle;
  readonly view: ChartView;
  readonly width: number;
  readonly height: number;
  readonly onZoom: (from: number, to: number) => void;
  /** The point at the crosshair; null without a crosshair. */
  readonly onPoint: (point: ChartPoint | null) => void;
}

/** Edges of a band without height, left empty because clipping and filling it would take most of the drawing time. */
const NOTHING: readonly null[] = [];

/** Returns a panel's data for uPlot: the timestamps, then minimum, maximum and average of each line. */
export function drawnData({ lines }: Panel, { at, bands }: ChartData): uPlot.AlignedData {
  const columns = lines.flatMap(({ measure, isBelow }) => {
    const band = bands[measure];
    const { minimum, maximum, average } = band;
    const drawn = hasSpread(band) ? [minimum, maximum, average] : [NOTHING, NOTHING, average];
    return isBelow ? drawn.map((series) => series.map((figure) => (figure === null ? null : -figure))) : drawn;
  });
  return [at, ...columns] as unknown as uPlot.AlignedData;
}

/**
 * Returns a panel's uPlot options: a band from minimum to maximum behind the line of averages. All charts have the same
 * gutters so that their times align.
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
  const isInHalves = hasHalves(panel);
  const scales: Partial<Record<ScaleKey, NiceScale>> = {};
  const marks = () => gridMarks(scales.y ?? computeScale(panel, null, null), isInHalves ? scales.down : undefined);
  const scale = (key: ScaleKey): uPlot.Scale => ({
    range: (_plot, minimum, maximum) => {
      const own = panel.lines.filter((line) => scaleOf(line) === key).map(({ measure }) => measure);
      const limits = view.limits.filter(({ measure }) => own.includes(measure));
      const most = key === 'down' ? minimum && -minimum : maximum;
      const made = computeScale(panel, key === 'down' ? 0 : minimum, reachedWith(limits, most));
      scales[key] = made;
      return [made.low, made.high];
    },
  });
  return {
    width,
    height,
    padding: [Math.round(textSize * 1.3), () => rightGutter(style, view.visible), 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: true, y: false, setScale: false },
      // All charts show the pointer position, but only one shows a selection.
      sync: { key: SYNC_KEY, filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
    },
    scales: {
      x: { time: true, range: () => [view.visible.from, view.visible.to] },
      y: scale('y'),
      ...(isInHalves && { down: scale('down') }),
    },
    axes: [
      {
        ...axis,
        size: () => timesHeight(style, view.visible),
        space: () => widestTime(style, view.visible) + textSize * 0.9,
        values: (_plot, splits) => timeTicks(splits, view.visible),
      },
      {
        ...axis,
        size: () => leftGutter(style),
        gap: 6,
        splits: () => marks().map(({ at }) => at),
        values: () => marks().map(({ figure }) => tickLabel(panel, figure)),
      },
    ],
    series: [{}, ...panel.lines.flatMap((line) => seriesOf(line, style))],
    bands: panel.lines.map(({ colour, isBelow }, index) => ({
      series: [3 * index + 2, 3 * index + 1],
      dir: isBelow ? 1 : -1,
      fill: translucent(colours[colour] ?? '', BAND_OPACITY),
    })),
    hooks: {
      drawAxes: [
        (plot) => {
          drawGaps(plot, view.gaps, colours['ink-3'] ?? '');
          drawIncidents(plot, view.incidents, style);
        },
      ],
      draw: [
        (plot) => {
          drawLonePoints(plot, panel.lines, colours);
          drawLimits(plot, panel, view.limits, style);
          if (panel.lines.length > 1) drawLabels(plot, panel, style);
          if (view.live) drawEndMarkers(plot, panel.lines, colours);
        },
      ],
      setCursor: [(plot) => onPoint(findPoint(plot))],
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

const NO_TICKS = { show: false };

function seriesOf(drawn: Line, { colours }: CanvasStyle): uPlot.Series[] {
  const { colour, dashed } = drawn;
  const scale = scaleOf(drawn);
  const edge = { scale, stroke: 'transparent', width: 0, points: { show: false } };
  const line: uPlot.Series = {
    scale,
    stroke: colours[colour] ?? '',
    width: 1.75,
    points: { show: false },
    ...(dashed ? { dash: DASHES } : { fill: translucent(colours[colour] ?? '', AREA_OPACITY) }),
  };
  return [edge, edge, line];
}
