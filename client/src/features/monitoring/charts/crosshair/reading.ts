import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import type { ChartData } from '../history/chart-data';
import { type Gap, gapAt, gapText } from '../history/gaps';
import { formatShortTimestamp, formatTimestamp } from '../history/time-labels';
import type { Line, Panel } from '../panels';

/** The figures at one point of a chart. */
export interface Reading {
  readonly time: string;
  readonly lines: readonly LineReading[];
  /** Start and end of a gap, set instead of figures. */
  readonly gap: string | undefined;
  readonly alerts?: string | undefined;
}

interface LineReading {
  /** Name of the line; undefined if the chart has only one. */
  readonly name: string | undefined;
  readonly arrow: Line['arrow'];
  readonly average: string;
  /** Minimum and maximum, where they differ from the average. */
  readonly range: string | undefined;
}

export function readingOf(
  panel: Panel,
  data: ChartData,
  { index, visible, gaps }: { index: number; visible: TimeSpan; gaps: readonly Gap[] },
): Reading {
  const lines = panel.lines.flatMap((line) => lineReading(line, panel, data, index) ?? []);
  const gap = lines.length > 0 ? undefined : gapAt(gaps, data.at[index] ?? 0);
  return {
    time: pointTime(data, index, visible),
    lines,
    gap: lines.length > 0 ? undefined : gap ? gapText(gap, visible) : t('ui.dashboard.noFigures'),
  };
}

/** Returns the reading for a time within a gap. */
export function readingOfGap(gap: Gap, at: number, visible: TimeSpan): Reading {
  return { time: formatShortTimestamp(at, visible), lines: [], gap: gapText(gap, visible) };
}

/** Returns the time of a point: to the second for a sample, the middle for a rolled-up bucket. */
export function pointTime({ at, stepSeconds }: ChartData, index: number, visible: TimeSpan): string {
  const format = stepSeconds < 60 ? formatTimestamp : formatShortTimestamp;
  return format(at[index] ?? 0, visible);
}

/** Returns a reading as one sentence for screen readers. */
export function spokenReading({ time, lines, gap, alerts }: Reading): string {
  const figures = lines.map(({ name, average, range }) =>
    [name && `${name} `, average, range && ` (${range})`].filter(Boolean).join(''),
  );
  return [`${time}: ${gap ?? figures.join('; ')}`, alerts].filter(Boolean).join('. ');
}

function lineReading(
  { measure, label, arrow }: Line,
  { lines, format }: Panel,
  { bands }: ChartData,
  index: number,
): LineReading | undefined {
  const band = bands[measure];
  const [minimum, average, maximum] = [band.minimum[index], band.average[index], band.maximum[index]];
  if (minimum == null || average == null || maximum == null) return undefined;
  const [least, most] = [format(minimum), format(maximum)];
  return {
    name: lines.length > 1 ? t(label) : undefined,
    arrow,
    average: format(average),
    range: least === most ? undefined : t('ui.dashboard.fromTo', { minimum: least, maximum: most }),
  };
}
