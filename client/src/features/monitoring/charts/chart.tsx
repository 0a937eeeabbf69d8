import 'uplot/dist/uPlot.min.css';
import { memo, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import uPlot from 'uplot';
import { readerUnits } from '../../../lib/i18n/reader-units';
import { selectedSpan, type TimeSpan } from '../view/time-window';
import type { ChartPoint } from './crosshair/chart-point';
import { moveCrosshair } from './crosshair/move-crosshair';
import { readByTouch } from './crosshair/read-by-touch';
import type { CanvasStyle } from './drawing/canvas-style';
import { type ChartView, chartOptions, drawnData } from './drawing/chart-options';
import type { ChartData } from './history/chart-data';
import type { ChartLimit } from './history/chart-limit';
import type { Gap } from './history/gaps';
import type { IncidentBand } from './history/incident-band';
import type { Panel } from './panels';

interface ChartProps {
  readonly panel: Panel;
  readonly data: ChartData;
  readonly visible: TimeSpan;
  readonly gaps: readonly Gap[];
  readonly incidents: readonly IncidentBand[];
  readonly limits: readonly ChartLimit[];
  readonly style: CanvasStyle;
  /** Whether the last point is the newest sample, which is marked. */
  readonly live: boolean;
  /** Description of the chart for screen readers. */
  readonly label: string;
  /** Timestamp at which the keyboard holds the crosshair; null while the pointer moves it. */
  readonly heldAt: number | null;
  onZoom(zoom: TimeSpan): void;
  /** The point at the crosshair, in this or another chart; null without a crosshair. */
  onPoint(point: ChartPoint | null): void;
}

/** A chart drawn on a canvas. Its figures are also available in its label, its readings and a table. */
export const Chart = memo(function Chart(props: ChartProps) {
  const { panel, data, visible, gaps, incidents, limits, style, live, label, heldAt, onZoom, onPoint } = props;
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const view = useRef<ChartView>({ visible, live, gaps, incidents, limits });
  const isSeen = useRef(true);
  const isStale = useRef(false);

  const zoom = useEffectEvent((from: number, to: number) => {
    const span = selectedSpan(from, to);
    if (span) onZoom(span);
  });
  const point = useEffectEvent(onPoint);
  const present = useEffectEvent(() => drawnData(panel, data));
  const redraw = useEffectEvent(() => {
    isStale.current = !isSeen.current;
    if (!isSeen.current || !plot.current) return;
    plot.current.setData(drawnData(panel, data));
    // A held point keeps its time as the chart moves on.
    if (heldAt !== null) moveCrosshair(plot.current, plot.current.valToPos(heldAt, 'x'));
  });

  // Colours and text size are drawn into the canvas, so changing them needs a new chart.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const timeZone = readerUnits.current.times?.timeZone;
    const options = chartOptions({
      panel,
      style,
      view: view.current,
      width: element.clientWidth,
      height: element.clientHeight,
      onZoom: (from, to) => zoom(from, to),
      onPoint: (found) => point(found),
    });
    const made = new uPlot(
      // Days begin where the labels of the axis say that they do.
      timeZone ? { ...options, tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone) } : options,
      present(),
      element,
    );
    plot.current = made;
    const resize = new ResizeObserver(() => {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width !== made.width || height !== made.height) made.setSize({ width, height });
    });
    resize.observe(element);
    // Charts scrolled out of view are redrawn when they return.
    const sight = new IntersectionObserver(([entry]) => {
      isSeen.current = entry?.isIntersecting ?? true;
      if (isSeen.current && isStale.current) redraw();
    });
    sight.observe(element);
    const stopTouch = readByTouch(made);
    return () => {
      resize.disconnect();
      sight.disconnect();
      stopTouch();
      made.destroy();
    };
  }, [panel, style]);

  // Drawn in an animation frame, which background pages don't get. A layout effect still runs in the frame in which the
  // figure changes; using two frames per sample would lay out and paint twice (decision 009).
  // biome-ignore lint/correctness/useExhaustiveDependencies: `redraw` reads panel and data when it is called
  useLayoutEffect(() => {
    Object.assign(view.current, { visible, live, gaps, incidents, limits });
    const frame = requestAnimationFrame(() => redraw());
    return () => cancelAnimationFrame(frame);
  }, [panel, data, visible, gaps, incidents, limits, live]);

  useEffect(() => {
    const made = plot.current;
    if (!made || heldAt === null) return;
    moveCrosshair(made, made.valToPos(heldAt, 'x'));
    return () => moveCrosshair(made, null);
  }, [heldAt]);

  return <div className="chart" ref={container} role="img" aria-label={label} />;
});
