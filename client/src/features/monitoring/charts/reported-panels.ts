import type { Sample } from '../live/sample-fields';
import { type ChartData, figureOf } from './chart-data';
import { type Panel, panels } from './panels';

/** The charts, by whether this host reports what they show. */
export interface ReportedPanels {
  readonly reported: readonly Panel[];
  readonly unreported: readonly Panel[];
}

/**
 * Sorts out the charts that would stay empty on this host: those without a figure in the newest sample and in the time
 * that is shown. A chart of what the host does report stays, also over a gap.
 */
export function reportedPanels(data: ChartData, sample: Sample | undefined): ReportedPanels {
  const isReported = ({ lines }: Panel) =>
    lines.some(
      ({ measure }) =>
        (sample && figureOf(sample, measure) !== null) || data.bands[measure].average.some((figure) => figure !== null),
    );
  return { reported: panels.filter(isReported), unreported: panels.filter((panel) => !isReported(panel)) };
}
