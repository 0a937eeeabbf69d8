import { memo, useMemo, useState } from 'react';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import type { TimeSpan } from '../view/time-window';
import { ChartCard } from './chart-card';
import type { ChartState } from './chart-state';
import { ChartTable } from './chart-table';
import type { ChartPoint } from './crosshair/chart-point';
import { nearest } from './crosshair/point-slider';
import { pointTime, type Reading, readingOf, readingOfGap } from './crosshair/reading';
import type { CanvasStyle } from './drawing/canvas-style';
import { ChartPlot } from './drawing/chart-plot';
import { detailOfSample, figuresOfPoint, figuresOfSample } from './figures/card-figures';
import { lastKnown, writeSummary } from './figures/chart-summary';
import type { ChartData } from './history/chart-data';
import { type ChartLimit, NO_LIMITS } from './history/chart-limit';
import { findGaps, gapAt } from './history/gaps';
import { bandsAt, type IncidentBand, NO_BANDS } from './history/incident-band';
import type { Panel } from './panels';

interface ChartPanelProps {
  panel: Panel;
  /** The history; undefined until it is loaded. */
  data: ChartData | undefined;
  visible: TimeSpan;
  /** The newest sample, while the charts end with it. */
  sample: Sample | undefined;
  /** Seconds between samples. */
  intervalSeconds: number | undefined;
  /** The time of the sample's figures. */
  present: string;
  /** Whether to show when the data begins; only one of several charts does. */
  saysSince: boolean;
  style: CanvasStyle;
  live: boolean;
  state?: ChartState | undefined;
  incidents?: readonly IncidentBand[] | undefined;
  limits?: readonly ChartLimit[] | undefined;
  onZoom(zoom: TimeSpan): void;
}

/** A chart's card with its plot. Its head shows the figures of the selected point, otherwise of the last one. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { panel, data, visible, style, live, state, saysSince, onZoom } = props;
  const { incidents = NO_BANDS, limits = NO_LIMITS } = props;
  const [point, setPoint] = useState<ChartPoint | null>(null);
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const gaps = useMemo(() => (data ? findGaps(data, panel.lines, visible) : []), [data, panel, visible]);
  const index = data && indexOf(data, point, heldAt);
  const gap = point && !point.near && heldAt === null ? gapAt(gaps, point.at) : undefined;
  const gapReading = point && gap && readingOfGap(gap, point.at, visible);
  const reading = data && index !== undefined ? readingOf(panel, data, { index, visible, gaps }) : undefined;
  const readAt = gapReading ? point?.at : data?.at[index ?? -1];
  return (
    <ChartCard
      panel={panel}
      state={state}
      table={data && <ChartTable panel={panel} data={data} visible={visible} />}
      {...(gapReading ? headOfGap(panel, gapReading) : headOf({ ...props, index }))}
    >
      {data && (
        <ChartPlot
          panel={panel}
          data={data}
          visible={visible}
          gaps={gaps}
          incidents={incidents}
          limits={limits}
          style={style}
          live={live}
          saysSince={saysSince}
          left={point?.left}
          reading={withAlerts(gapReading ?? reading, incidents, readAt)}
          readAt={gapReading ? undefined : readAt}
          heldAt={heldAt}
          onZoom={onZoom}
          onPoint={setPoint}
          onHold={setHeldAt}
        />
      )}
    </ChartCard>
  );
});

/** Adds the names of the alerts firing at that time. */
function withAlerts(reading: Reading | undefined, incidents: readonly IncidentBand[], at: number | undefined) {
  const names = at === undefined ? [] : bandsAt(incidents, at).map(({ name }) => name);
  if (!reading || names.length === 0) return reading;
  return { ...reading, alerts: t('ui.dashboard.alertsAt', { count: names.length, names: names.join(', ') }) };
}

/** Returns the head of the card for a gap, which has no figures. */
function headOfGap(panel: Panel, { time }: Reading) {
  return { figures: figuresOfSample(panel, undefined), detail: '', time };
}

/**
 * Returns the index of the selected point. A held point is found by its time, because there may be fewer pixels than
 * points.
 */
function indexOf({ at }: ChartData, point: ChartPoint | null, heldAt: number | null): number | undefined {
  if (heldAt !== null) return nearest(at, heldAt);
  return point && point.index < at.length ? point.index : undefined;
}

interface HeadParts extends ChartPanelProps {
  readonly index: number | undefined;
}

/** Returns the head of the card: for a point, for the newest sample, or for the end of a zoom. */
function headOf({ panel, data, visible, sample, intervalSeconds, present, index }: HeadParts) {
  if (sample && index === undefined) {
    const detail = detailOfSample(panel, sample, intervalSeconds);
    return { figures: figuresOfSample(panel, sample), detail, time: present };
  }
  const shown = index ?? (data && lastKnown(data, panel));
  if (!data || shown === undefined) return { figures: figuresOfSample(panel, undefined), detail: '', time: '' };
  return {
    figures: figuresOfPoint(panel, data, shown),
    detail: index === undefined ? writeSummary(panel, data) : '',
    time: pointTime(data, shown, visible),
  };
}
