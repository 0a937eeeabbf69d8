import 'uplot/dist/uPlot.min.css';
import { useEffect, useEffectEvent, useRef } from 'react';
import uPlot from 'uplot';
import type { ChartData } from './chart-data';
import { chartOptions, drawnData } from './chart-options';
import type { Colours } from './colours';
import type { Panel } from './panels';
import { selectedSpan, type TimeSpan } from './time-window';

export interface ChartProps {
  readonly panel: Panel;
  readonly data: ChartData;
  readonly visible: TimeSpan;
  readonly colours: Colours;
  /** Whether the last point is the newest sample, which is marked. */
  readonly live: boolean;
  /** The chart in words, for screen readers. */
  readonly label: string;
  onZoom(zoom: TimeSpan): void;
  /** The index of the point under the pointer, or null when there is none. */
  onPoint(index: number | null): void;
}

/** One chart on a canvas. Its figures are also in its label and in a table. */
export function Chart({ panel, data, visible, colours, live, label, onZoom, onPoint }: ChartProps) {
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const view = useRef({ visible, live });

  const zoom = useEffectEvent((from: number, to: number) => {
    const span = selectedSpan(from, to);
    if (span) onZoom(span);
  });
  const point = useEffectEvent(onPoint);
  const firstData = useEffectEvent(() => drawnData(panel, data));

  // Colours are drawn into the canvas: another theme needs a new chart.
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const options = chartOptions({
      panel,
      colours,
      view: view.current,
      width: element.clientWidth,
      onZoom: (from, to) => zoom(from, to),
      onPoint: (index) => point(index),
    });
    const made = new uPlot(options, firstData(), element);
    plot.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: options.height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      made.destroy();
    };
  }, [panel, colours]);

  // Drawn in an animation frame, which a page in the background does not get.
  useEffect(() => {
    Object.assign(view.current, { visible, live });
    const frame = requestAnimationFrame(() => plot.current?.setData(drawnData(panel, data)));
    return () => cancelAnimationFrame(frame);
  }, [panel, data, visible, live]);

  return <div className="chart" ref={container} role="img" aria-label={label} />;
}
