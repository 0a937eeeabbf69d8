import './small-charts.css';
import { lazy, Suspense } from 'react';
import { measures } from '../../live/measures';
import { SmallChart, type SmallChartsProps } from './small-chart';

/** The lines come after the figures, which are what the first page is about; where they cannot be fetched, none do. */
const SparkLines = lazy(() => import('./spark-lines').catch(() => ({ default: FiguresAlone })));

/** The figures of now with the last ten minutes in small, each leading to its chart on the monitoring page. */
export function SmallCharts(props: SmallChartsProps) {
  return (
    <ul className="small-charts" data-stale={!props.arriving || undefined}>
      <Suspense fallback={<FiguresAlone {...props} />}>
        <SparkLines {...props} />
      </Suspense>
    </ul>
  );
}

function FiguresAlone({ sample }: SmallChartsProps) {
  return measures.map((measure) => <SmallChart key={measure.id} measure={measure} sample={sample} />);
}
