import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/t';
import type { Sample } from '../live/sample-fields';
import type { CanvasStyle } from './canvas-style';
import { detailOfSample, figuresOfPoint, figuresOfSample } from './card-figures';
import { Chart, type ChartPoint } from './chart';
import { ChartCard } from './chart-card';
import type { ChartData } from './chart-data';
import type { ChartState } from './chart-state';
import { chartLabel, lastKnown, summaryOf } from './chart-summary';
import { ChartTable } from './chart-table';
import { beginningOf, gapsOf, sinceText } from './gaps';
import type { Panel } from './panels';
import { nearest, PointSlider } from './point-slider';
import { ProcessPeaks, type ProcessRanking } from './process-peaks';
import { pointTime, readingOf, spokenReading } from './reading';
import { ReadingBox } from './reading-box';
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
  const { panel, data, visible, sample, present, state } = props;
  const [point, setPoint] = useState<ChartPoint | null>(null);
  const [heldAt, setHeldAt] = useState<number | null>(null);
  const index = data && indexOf(data, point, heldAt);
  return (
    <ChartCard panel={panel} state={state} {...headOf({ panel, data, visible, sample, present, index })}>
      {data && (
        <Plot
          {...props}
          data={data}
          point={point}
          index={index}
          heldAt={heldAt}
          onPoint={setPoint}
          onHold={setHeldAt}
        />
      )}
    </ChartCard>
  );
});

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

interface PlotProps extends ChartPanelProps {
  data: ChartData;
  point: ChartPoint | null;
  index: number | undefined;
  /** The timestamp that is held by keyboard. */
  heldAt: number | null;
  onPoint(point: ChartPoint | null): void;
  onHold(at: number | null): void;
}

function Plot({ panel, data, visible, style, live, point, index, heldAt, onZoom, onPoint, onHold }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const ranking = RANKINGS[panel.id];
  const isPointedAt = usePointedAt(place);
  const title = t(panel.title);
  const gaps = useMemo(() => gapsOf(data, panel.lines), [data, panel]);
  const label = useMemo(() => chartLabel(panel, data, visible), [panel, data, visible]);
  const begin = useMemo(() => beginningOf(data, panel.lines, visible), [data, panel, visible]);

  const isOwn = isPointedAt || heldAt !== null;
  const reading = isOwn && index !== undefined ? readingOf(panel, data, { index, visible, gaps }) : undefined;
  return (
    <>
      <div className="chart-plot" ref={place}>
        <Chart
          panel={panel}
          data={data}
          visible={visible}
          gaps={gaps}
          style={style}
          live={live}
          label={label}
          heldAt={heldAt}
          onZoom={onZoom}
          onPoint={onPoint}
        />
        {begin && begin.share >= SINCE_SHARE_MIN && (
          <p className="chart-since" style={{ '--share': begin.share } as object}>
            {sinceText(begin.at, visible)}
          </p>
        )}
        {data.at.length > 0 && (
          <PointSlider
            title={title}
            at={data.at}
            heldAt={heldAt}
            text={reading ? spokenReading(reading) : ''}
            onHold={onHold}
          />
        )}
        {reading && point && (
          <ReadingBox reading={reading} left={point.left} before={point.left > (place.current?.clientWidth ?? 0) / 2}>
            {ranking && (
              <ProcessPeaks
                at={data.at[index ?? 0] ?? 0}
                stepSeconds={data.stepSeconds}
                ranking={ranking}
                spoken={heldAt !== null}
              />
            )}
          </ReadingBox>
        )}
      </div>
      <ChartTable panel={panel} data={data} visible={visible} />
    </>
  );
}

/** By what the processes of a point are ranked, where they are what its figure is made of. */
const RANKINGS: Readonly<Record<string, ProcessRanking>> = { cpu: 'cpuPercent', memory: 'ramBytes' };

/** A shorter time without figures at the beginning has no room to be written into. */
const SINCE_SHARE_MIN = 0.3;

/** Whether the pointer is over the element, or a finger touched it last: that leaves when it touches something else. */
function usePointedAt(element: RefObject<HTMLElement | null>): boolean {
  const [isPointedAt, setPointedAt] = useState(false);
  useEffect(() => {
    const place = element.current;
    if (!place) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const point = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setPointedAt(true);
    place.addEventListener('pointerenter', point, { signal });
    place.addEventListener('pointermove', point, { signal });
    place.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && setPointedAt(false), {
      signal,
    });
    document.addEventListener('pointerdown', ({ target }) => setPointedAt(place.contains(target as Node)), { signal });
    return () => listeners.abort();
  }, [element]);
  return isPointedAt;
}
