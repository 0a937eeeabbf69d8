import './small-charts.css';
import { lazy, Suspense } from 'react';
import { measures } from '../../live/measures';
import { SmallChart, type SmallChartsProps } from './small-chart';

/**
 * The lines load after the figures, which are the point of the first page; if loading fails, only the lines are
 * missing.
 */
const SparkLines = lazy(() => import('./spark-lines').catch(() => ({ default: FiguresAlone })));

/** The current readings with small charts of the last ten minutes, each linking to its chart on the monitoring page. */
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
