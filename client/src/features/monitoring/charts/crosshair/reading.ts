import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import type { ChartData } from '../history/chart-data';
import { type Gap, gapAt, gapText } from '../history/gaps';
import { formatShortTimestamp, formatTimestamp } from '../history/time-labels';
import type { Line, Panel } from '../panels';

/** What is read at one point of a chart. */
export interface Reading {
  readonly time: string;
  readonly lines: readonly LineReading[];
  /** Instead of figures, where there are none: since when and until when. */
  readonly gap: string | undefined;
  /** Which alerts fired then. */
  readonly alerts?: string | undefined;
}

interface LineReading {
  /** The name of the line; of the only one of a chart there is none. */
  readonly name: string | undefined;
  readonly average: string;
  /** Least and most, where they differ from the average. */
  readonly range: string | undefined;
}

/** Reads a point of a chart. */
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

/** Reads a time within a gap. */
export function readingOfGap(gap: Gap, at: number, visible: TimeSpan): Reading {
  return { time: formatShortTimestamp(at, visible), lines: [], gap: gapText(gap, visible) };
}

/** The time of a point: of a sample to the second, of a summed-up stretch its middle. */
export function pointTime({ at, stepSeconds }: ChartData, index: number, visible: TimeSpan): string {
  const format = stepSeconds < 60 ? formatTimestamp : formatShortTimestamp;
  return format(at[index] ?? 0, visible);
}

/** A reading as one sentence, to be spoken. */
export function spokenReading({ time, lines, gap, alerts }: Reading): string {
  const figures = lines.map(({ name, average, range }) =>
    [name && `${name} `, average, range && ` (${range})`].filter(Boolean).join(''),
  );
  return [`${time}: ${gap ?? figures.join('; ')}`, alerts].filter(Boolean).join('. ');
}

function lineReading(
  { measure, label }: Line,
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
    average: format(average),
    range: least === most ? undefined : t('ui.dashboard.fromTo', { minimum: least, maximum: most }),
  };
}
