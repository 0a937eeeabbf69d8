import './chart-plot.css';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n/t';
import type { TimeSpan } from '../../view/time-window';
import { Chart } from '../chart';
import type { ChartPoint } from '../crosshair/chart-point';
import { PointSlider } from '../crosshair/point-slider';
import { type Reading, spokenReading } from '../crosshair/reading';
import { ReadingBox } from '../crosshair/reading-box';
import { chartLabel } from '../figures/chart-summary';
import type { ChartData } from '../history/chart-data';
import type { ChartLimit } from '../history/chart-limit';
import { beginningOf, type Gap, sinceText } from '../history/gaps';
import type { IncidentBand } from '../history/incident-band';
import type { Panel } from '../panels';
import { ProcessPeaks, type ProcessRanking } from '../process-peaks';
import type { CanvasStyle } from './canvas-style';

interface ChartPlotProps {
  panel: Panel;
  data: ChartData;
  visible: TimeSpan;
  gaps: readonly Gap[];
  incidents: readonly IncidentBand[];
  limits: readonly ChartLimit[];
  style: CanvasStyle;
  live: boolean;
  saysSince: boolean;
  /** Position of the crosshair, in pixels from the left of the chart; undefined without a crosshair. */
  left: number | undefined;
  /** The reading at the crosshair, even when the pointer is on another chart. */
  reading: Reading | undefined;
  /** Timestamp of the selected point; undefined in a gap. */
  readAt: number | undefined;
  /** Timestamp at which the keyboard holds the crosshair. */
  heldAt: number | null;
  onZoom(zoom: TimeSpan): void;
  onPoint(point: ChartPoint | null): void;
  onHold(at: number | null): void;
}

/** The plot of a chart with its overlays. */
export function ChartPlot(props: ChartPlotProps) {
  const { panel, data, visible, gaps, incidents, limits, style, live, saysSince, left, reading, readAt, heldAt } =
    props;
  const { onZoom, onPoint, onHold } = props;
  const place = useRef<HTMLDivElement>(null);
  const ranking = RANKINGS[panel.id];
  const isPointedAt = usePointedAt(place);
  const title = t(panel.title);
  const label = useMemo(() => chartLabel({ panel, data, visible, limits }), [panel, data, visible, limits]);
  const begin = useMemo(() => beginningOf(data, panel.lines, visible), [data, panel, visible]);

  const share = begin?.share ?? 1;
  const isOwn = isPointedAt || heldAt !== null;
  return (
    <div className="chart-plot" ref={place}>
      <Chart
        panel={panel}
        data={data}
        visible={visible}
        gaps={gaps}
        incidents={incidents}
        limits={limits}
        style={style}
        live={live}
        label={label}
        heldAt={heldAt}
        onZoom={onZoom}
        onPoint={onPoint}
      />
      {saysSince && share >= SINCE_SHARE_MIN && (
        <p className="chart-since" style={{ '--share': share } as object}>
          {begin ? sinceText(begin.at, visible) : t('ui.dashboard.noFigures')}
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
      {isOwn && reading && left !== undefined && (
        <ReadingBox reading={reading} left={left} before={left > (place.current?.clientWidth ?? 0) / 2}>
          {ranking && readAt !== undefined && (
            <ProcessPeaks at={readAt} stepSeconds={data.stepSeconds} ranking={ranking} spoken={heldAt !== null} />
          )}
        </ReadingBox>
      )}
    </div>
  );
}

/** Process rankings for the charts whose values they add up to. */
const RANKINGS: Readonly<Record<string, ProcessRanking>> = { cpu: 'cpuPercent', memory: 'ramBytes' };

/** Minimum fraction of the width for a label in the empty time at the beginning. */
const SINCE_SHARE_MIN = 0.3;

/** Whether the mouse is over the element or the last touch was on it; touching elsewhere ends it. */
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
