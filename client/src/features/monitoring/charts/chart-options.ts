import type uPlot from 'uplot';
import { t } from '../../../lib/i18n/t';
import type { ChartData } from './chart-data';
import { type Colours, translucent } from './colours';
import { drawEndMarkers, drawLabels } from './draw-ends';
import type { Panel } from './panels';
import { timeTicks } from './time-labels';
import type { TimeSpan } from './time-window';

const HEIGHT = 190;
const FONT = '12px Inter, sans-serif';
/** Charts with the same key share the position of the pointer. */
const SYNC_KEY = 'vigia';

interface OptionsParts {
  readonly panel: Panel;
  readonly colours: Colours;
  /** What changes during the life of a chart, which reads it whenever it draws. */
  readonly view: { visible: TimeSpan; live: boolean };
  readonly width: number;
  readonly onZoom: (from: number, to: number) => void;
  readonly onPoint: (index: number | null) => void;
}

/** A panel's data as uPlot takes them: the timestamps, then minimum, maximum and average of each line. */
export function drawnData({ lines }: Panel, { at, bands }: ChartData): uPlot.AlignedData {
  const columns = lines.flatMap(({ measure }) => {
    const { minimum, maximum, average } = bands[measure];
    return [minimum, maximum, average];
  });
  return [at, ...columns] as unknown as uPlot.AlignedData;
}

/**
 * How a panel is drawn: a band from minimum to maximum behind the line of the averages. The axis begins at zero, or at
 * the lowest figure when that is negative.
 */
export function chartOptions({ panel, colours, view, width, onZoom, onPoint }: OptionsParts): uPlot.Options {
  const several = panel.lines.length > 1;
  const axis = {
    stroke: colours['ink-3'],
    font: FONT,
    grid: { stroke: colours.line, width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height: HEIGHT,
    padding: [12, several ? 76 : 12, 0, 0],
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
      y: { range: (_plot, minimum, maximum) => [Math.min(0, minimum ?? 0), topOf(panel, maximum)] },
    },
    axes: [
      { ...axis, size: 28, space: 72, values: (_plot, splits) => timeTicks(splits, view.visible) },
      {
        ...axis,
        size: 64,
        space: 40,
        ...(panel.binary && { incrs: POWERS_OF_TWO }),
        values: (_plot, splits) => splits.map(tickFormat(panel)),
      },
    ],
    series: [{}, ...panel.lines.flatMap((line) => seriesOf(line, colours))],
    bands: panel.lines.map((line, index) => ({
      series: [3 * index + 2, 3 * index + 1],
      fill: translucent(colours[line.colour] ?? '', 0.16),
    })),
    hooks: {
      draw: [
        (plot) => {
          if (several)
            drawLabels(
              plot,
              panel.lines.map(({ label, colour }) => ({ text: t(label), colour: colours[colour] ?? '' })),
            );
          if (view.live)
            drawEndMarkers(plot, panel.lines.length, {
              lamp: colours['lamp-fill'] ?? '',
              around: colours.surface ?? '',
            });
        },
      ],
      setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)],
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

function seriesOf({ colour, dashed }: Panel['lines'][number], colours: Colours): uPlot.Series[] {
  const edge = { stroke: 'transparent', width: 0, points: { show: false } };
  const line: uPlot.Series = {
    stroke: colours[colour] ?? '',
    width: 1.5,
    points: { show: false },
    ...(dashed && { dash: [5, 4] }),
  };
  return [edge, edge, line];
}

/** The steps of an axis, from 1 B/s to 1 TB/s. */
const POWERS_OF_TWO = Array.from({ length: 41 }, (_, power) => 2 ** power);

/** The next round number above the maximum, within the limits of the panel. For bytes it is a power of two. */
function topOf(panel: Panel, maximum: number | null): number {
  const { minTop, maxTop = Number.POSITIVE_INFINITY } = panel;
  const needed = Math.max(minTop, (maximum ?? 0) * 1.05);
  const power = panel.binary ? 2 ** Math.floor(Math.log2(needed)) : 10 ** Math.floor(Math.log10(needed));
  const steps = panel.binary ? [1, 2] : [1, 2, 2.5, 5, 10];
  const top = steps.map((step) => step * power).find((candidate) => candidate >= needed) ?? needed;
  return Math.min(top, maxTop);
}

/** The format of the labels of an axis: without decimals that are zero. */
function tickFormat({ format }: Panel): (value: number) => string {
  return (value) => format(value).replace(/[.,]0+(?=\s|$)/, '');
}
