import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import type { ChartData } from '../history/chart-data';
import type { ChartLimit } from '../history/chart-limit';
import { beginningOf, sinceText } from '../history/gaps';
import type { Band } from '../history/history-query';
import { formatTimestamp } from '../history/time-labels';
import type { Line, Panel } from '../panels';

/** The chart that is described, and the limits that rules set for it. */
interface DescribedChart {
  readonly panel: Panel;
  readonly data: ChartData;
  readonly visible: TimeSpan;
  readonly limits: readonly ChartLimit[];
}

/** Describes a chart for screen readers: its time span, each line's minimum, average and maximum, and the limits. */
export function chartLabel({ panel, data, visible, limits }: DescribedChart): string {
  const figures = knownLines(panel, data).map((line) => lineSummary(line, panel, data));
  const begin = beginningOf(data, panel.lines, visible);
  const since = begin && begin.share > 0.05 ? [sinceText(begin.at, visible)] : [];
  return t('ui.dashboard.chartLabel', {
    title: t(panel.title),
    from: formatTimestamp(visible.from, visible),
    to: formatTimestamp(visible.to, visible),
    figures:
      figures.length > 0
        ? [...figures, ...since, ...limitTexts(panel, limits)].join('; ')
        : t('ui.dashboard.noFigures'),
  });
}

/** Names all limits, even those too far from the figures to be drawn. */
function limitTexts({ format }: Panel, limits: readonly ChartLimit[]): string[] {
  if (limits.length === 0) return [];
  const texts = limits.map(({ names, figure }) => `${names.join(', ')} ${format(figure)}`);
  return [t('ui.dashboard.limits', { count: limits.length, limits: texts.join(', ') })];
}

/**
 * Returns the minimum, average and maximum of a chart with a single line; for several lines, they would be too long for
 * the head of a card.
 */
export function writeSummary(panel: Panel, data: ChartData): string {
  const [line, second] = knownLines(panel, data);
  return line && !second ? lineSummary(line, panel, data) : '';
}

/** Returns the index of the last point with a value. */
export function lastKnown({ bands }: ChartData, { lines }: Panel): number | undefined {
  const indexes = lines.map(({ measure }) => bands[measure].average.findLastIndex((figure) => figure !== null));
  const last = Math.max(-1, ...indexes);
  return last === -1 ? undefined : last;
}

function knownLines({ lines }: Panel, { bands }: ChartData): Line[] {
  return lines.filter(({ measure }) => bands[measure].average.some((figure) => figure !== null));
}

function lineSummary({ measure, label }: Line, { format, lines }: Panel, { bands }: ChartData): string {
  const { least, mean, most } = findExtremes(bands[measure]);
  const text = t('ui.dashboard.figures', { minimum: format(least), average: format(mean), maximum: format(most) });
  return lines.length > 1 ? `${t(label)}: ${text}` : text;
}

/** Uses a single loop, because every chart is summarised with each sample. */
function findExtremes({ minimum, average, maximum }: Band) {
  let [least, sum, count, most] = [Number.POSITIVE_INFINITY, 0, 0, Number.NEGATIVE_INFINITY];
  for (let index = 0; index < average.length; index += 1) {
    const figure = average[index];
    if (figure == null) continue;
    least = Math.min(least, minimum[index] ?? figure);
    most = Math.max(most, maximum[index] ?? figure);
    sum += figure;
    count += 1;
  }
  return { least, mean: sum / count, most };
}
