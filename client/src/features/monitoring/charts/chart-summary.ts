import { t } from '../../../lib/i18n/t';
import type { ChartData } from './chart-data';
import { beginningOf, sinceText } from './gaps';
import type { Line, Panel } from './panels';
import { formatTimestamp } from './time-labels';
import type { TimeSpan } from './time-window';

/** A chart in words, for who does not see it: its time span, and least, average and most of each line. */
export function chartLabel(panel: Panel, data: ChartData, visible: TimeSpan): string {
  const figures = knownLines(panel, data).map((line) => lineSummary(line, panel, data));
  const begin = beginningOf(data, panel.lines, visible);
  const since = begin && begin.share > 0.05 ? [sinceText(begin.at, visible)] : [];
  return t('ui.dashboard.chartLabel', {
    title: t(panel.title),
    from: formatTimestamp(visible.from, visible),
    to: formatTimestamp(visible.to, visible),
    figures: figures.length > 0 ? [...figures, ...since].join('; ') : t('ui.dashboard.noFigures'),
  });
}

/** Least, average and most of a chart with a single line; of several it would be too long for the head of a card. */
export function summaryOf(panel: Panel, data: ChartData): string {
  const [line, second] = knownLines(panel, data);
  return line && !second ? lineSummary(line, panel, data) : '';
}

/** The index of the last point that has a figure. */
export function lastKnown({ bands }: ChartData, { lines }: Panel): number | undefined {
  const indexes = lines.map(({ measure }) => bands[measure].average.findLastIndex((figure) => figure !== null));
  const last = Math.max(-1, ...indexes);
  return last === -1 ? undefined : last;
}

function knownLines({ lines }: Panel, { bands }: ChartData): Line[] {
  return lines.filter(({ measure }) => bands[measure].average.some((figure) => figure !== null));
}

function lineSummary({ measure, label }: Line, { format, lines }: Panel, { bands }: ChartData): string {
  const { minimum, average, maximum } = bands[measure];
  const known = (series: readonly (number | null)[]) => series.filter((figure) => figure !== null);
  const averages = known(average);
  const text = t('ui.dashboard.figures', {
    minimum: format(Math.min(...known(minimum))),
    average: format(averages.reduce((sum, figure) => sum + figure, 0) / averages.length),
    maximum: format(Math.max(...known(maximum))),
  });
  return lines.length > 1 ? `${t(label)}: ${text}` : text;
}
