import { useState } from 'react';
import { figureOf } from '../live/figure-of';
import type { Sample } from '../live/sample-fields';
import type { ChartData } from './history/chart-data';
import { type Panel, panels, panelsWithoutSwap } from './panels';

/** Charts split by whether this host reports their measures. */
export interface ReportedPanels {
  readonly reported: readonly Panel[];
  readonly unreported: readonly Panel[];
}

/**
 * Separates out the charts that would stay empty on this host: those without a value in the newest sample and in the
 * visible time. Charts of reported measures stay, even during a gap; swap that never existed gets no line. Before any
 * data arrives, returns the charts of a typical host.
 */
export function reportedPanels(data: ChartData | undefined, sample: Sample | undefined): ReportedPanels {
  if (!data && !sample) return { reported: USUAL, unreported: [] };
  const isKnown = ({ lines }: Panel) =>
    lines.some(
      ({ measure }) =>
        (sample && figureOf(sample, measure) !== null) ||
        data?.bands[measure].average.some((figure) => figure !== null),
    );
  const hasSwap =
    !sample || (sample.swapTotal ?? 0) > 0 || data?.bands.swapPercent.maximum.some((percent) => (percent ?? 0) > 0);
  const all = hasSwap ? panels : panelsWithoutSwap;
  return { reported: all.filter(isKnown), unreported: all.filter((panel) => !isKnown(panel)) };
}

/**
 * Like {@link reportedPanels}, but keeps charts that were shown before, so that losing a sensor doesn't move the
 * others.
 */
export function useReportedPanels(data: ChartData | undefined, sample: Sample | undefined): ReportedPanels {
  const [shown, setShown] = useState<readonly string[]>([]);
  const { reported, unreported } = reportedPanels(data, sample);
  const news = reported.filter(({ id }) => !shown.includes(id));
  if ((data || sample) && news.length > 0) setShown([...shown, ...news.map(({ id }) => id)]);
  const isLost = ({ id }: Panel) => shown.includes(id);
  if (!unreported.some(isLost)) return { reported, unreported };
  const order = (panel: Panel) => panels.findIndex(({ id }) => id === panel.id);
  return {
    reported: [...reported, ...unreported.filter(isLost)].toSorted((a, b) => order(a) - order(b)),
    unreported: unreported.filter((panel) => !isLost(panel)),
  };
}

/** Many hosts have no swap, and few report everything. */
const USUAL = panelsWithoutSwap.filter(({ isUsual }) => isUsual);
