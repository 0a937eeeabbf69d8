import { useState } from 'react';
import { figureOf } from '../live/figure-of';
import type { Sample } from '../live/sample-fields';
import type { ChartData } from './history/chart-data';
import { type Panel, panels, panelsWithoutSwap } from './panels';

/** The charts, by whether this host reports what they show. */
export interface ReportedPanels {
  readonly reported: readonly Panel[];
  readonly unreported: readonly Panel[];
}

/**
 * Sorts out the charts that would stay empty on this host: those without a figure in the newest sample and in the time
 * that is shown. A chart of what the host does report stays, also over a gap; swap that there never was has no line.
 * Before anything is known, they are the charts of most hosts.
 */
export function reportedPanels(data: ChartData | undefined, sample: Sample | undefined): ReportedPanels {
  if (!data && !sample) return { reported: USUAL, unreported: [] };
  const isKnown = ({ lines }: Panel) =>
    lines.some(
      ({ measure }) =>
        (sample && figureOf(sample, measure) !== null) ||
        data?.bands[measure].average.some((figure) => figure !== null),
    );
  const hasSwap = sample?.swapTotal !== 0 || data?.bands.swapPercent.maximum.some((percent) => (percent ?? 0) > 0);
  const all = hasSwap ? panels : panelsWithoutSwap;
  return { reported: all.filter(isKnown), unreported: all.filter((panel) => !isKnown(panel)) };
}

/** As {@link reportedPanels}, but a chart that was there stays: where a sensor is lost, the others keep their places. */
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

/** Few hosts tell the temperature of their processor, and machines without swap are many. */
const USUAL = panelsWithoutSwap.filter(({ id }) => id !== 'temperature');
