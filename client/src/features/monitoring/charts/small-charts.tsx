import '../monitoring.css';
import './small-charts.css';
import { lazy, Suspense } from 'react';
import { measures } from '../live/measures';
import { DrawingBoundary } from './drawing-boundary';
import { SmallChart, type SmallChartsProps } from './small-chart';

/** The lines come after the figures, which are what the first page is about. */
const SparkLines = lazy(() => import('./spark-lines'));

/** The figures of now with the last ten minutes in small, each leading to its chart on the monitoring page. */
export function SmallCharts(props: SmallChartsProps) {
  const figuresAlone = measures.map((measure) => <SmallChart key={measure.id} measure={measure} {...props} />);
  return (
    <ul className="small-charts" data-stale={!props.arriving || undefined}>
      <DrawingBoundary fallback={figuresAlone}>
        <Suspense fallback={figuresAlone}>
          <SparkLines {...props} />
        </Suspense>
      </DrawingBoundary>
    </ul>
  );
}
