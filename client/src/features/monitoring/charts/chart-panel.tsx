import { memo, useMemo, useState } from 'react';
import type { Sample } from '../live/sample-fields';
import type { CanvasStyle } from './canvas-style';
import { detailOfSample, figuresOfPoint, figuresOfSample } from './card-figures';
import { ChartCard } from './chart-card';
import type { ChartData } from './chart-data';
import type { ChartPoint } from './chart-options';
import { ChartPlot } from './chart-plot';
import type { ChartState } from './chart-state';
import { lastKnown, summaryOf } from './chart-summary';
import { gapAt, gapsOf } from './gaps';
import type { Panel } from './panels';
import { nearest } from './point-slider';
import { pointTime, type Reading, readingOf, readingOfGap } from './reading';
import type { TimeSpan } from './time-window';

interface ChartPanelProps {
  panel: Panel;
  /** Undefined until the history is there. */
  data: ChartData | undefined;
  visible: TimeSpan;
  /** The newest sample, while the charts end with it. */
  sample: Sample | undefined;
  /** What time the figures of the sample are of. */
  present: string;
  style: CanvasStyle;
  live: boolean;
  state?: ChartState | undefined;
  onZoom(zoom: TimeSpan): void;
}

/** The card of a chart with its plot. Its head gives the figures of the point that is read, or else of the last one. */
export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { panel, data, visible, sample, present, style, live, state, onZoom } = props;
  const [point, setPoint] = useState<ChartPoint | null>(null);
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const gaps = useMemo(() => (data ? gapsOf(data, panel.lines, visible) : []), [data, panel, visible]);
  const index = data && indexOf(data, point, heldAt);
  const gap = point && !point.near && heldAt === null ? gapAt(gaps, point.at) : undefined;
  const gapReading = point && gap && readingOfGap(gap, point.at, visible);
  const reading = data && index !== undefined ? readingOf(panel, data, { index, visible, gaps }) : undefined;
  return (
    <ChartCard
      panel={panel}
      state={state}
      {...(gapReading ? headOfGap(panel, gapReading) : headOf({ panel, data, visible, sample, present, index }))}
    >
      {data && (
        <ChartPlot
          panel={panel}
          data={data}
          visible={visible}
          gaps={gaps}
          style={style}
          live={live}
          left={point?.left}
          reading={gapReading ?? reading}
          readAt={gapReading ? undefined : data.at[index ?? -1]}
          heldAt={heldAt}
          onZoom={onZoom}
          onPoint={setPoint}
          onHold={setHeldAt}
        />
      )}
    </ChartCard>
  );
});

/** Of a gap there are no figures. */
function headOfGap(panel: Panel, { time }: Reading) {
  return { figures: figuresOfSample(panel, undefined), detail: '', time };
}

/** The point that is read. One that is held is no matter of pixels, of which there may be fewer than points. */
function indexOf({ at }: ChartData, point: ChartPoint | null, heldAt: number | null): number | undefined {
  if (heldAt !== null) return nearest(at, heldAt);
  return point && point.index < at.length ? point.index : undefined;
}

interface HeadParts extends Pick<ChartPanelProps, 'panel' | 'data' | 'visible' | 'sample' | 'present'> {
  /** The point that is read. */
  readonly index: number | undefined;
}

/** What the head of the card says: of a point, of the newest sample, or of the end of a zoom. */
function headOf({ panel, data, visible, sample, present, index }: HeadParts) {
  if (sample && index === undefined) {
    return { figures: figuresOfSample(panel, sample), detail: detailOfSample(panel, sample), time: present };
  }
  const shown = index ?? (data && lastKnown(data, panel));
  if (!data || shown === undefined) return { figures: figuresOfSample(panel, undefined), detail: '', time: '' };
  return {
    figures: figuresOfPoint(panel, data, shown),
    detail: index === undefined ? summaryOf(panel, data) : '',
    time: pointTime(data, shown, visible),
  };
}
