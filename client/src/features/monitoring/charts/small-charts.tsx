import '../monitoring.css';
import './small-charts.css';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import { paths } from '../../../paths';
import { type Measure, measures } from '../live/measures';
import type { Sample } from '../live/sample-fields';
import { figureParts, formatPercent } from './format-figures';

export interface SmallChartsProps {
  sample: Sample | undefined;
  /** Whether samples arrive, by push or by polling. */
  arriving: boolean;
}

/** The lines come after the figures, which are what the first page is about. */
const SparkLines = lazyPart(() => import('./spark-lines'));

/** The figures of now with the last ten minutes in small, each leading to its chart on the monitoring page. */
export function SmallCharts(props: SmallChartsProps) {
  return (
    <ul className="small-charts" data-stale={!props.arriving || undefined}>
      <Suspense fallback={measures.map((measure) => <SmallChart key={measure.id} measure={measure} {...props} />)}>
        <SparkLines {...props} />
      </Suspense>
    </ul>
  );
}

interface SmallChartProps {
  measure: Measure;
  sample: Sample | undefined;
  /** The line; its place is kept until it is there. */
  children?: ReactNode;
}

/** One of the small charts: name, figure and line. */
export function SmallChart({ measure, sample, children }: SmallChartProps) {
  const { figure, unit } = sample ? figureParts(formatPercent(measure.percent(sample))) : NO_FIGURE;
  return (
    <li className="small-chart" data-measure={measure.id}>
      <Link href={`${paths.monitoring}#chart-${measure.chart}`}>
        <span className="small-chart-name">{t(measure.name)}</span>
        <span className="figure" data-testid={`${measure.id}-percent`}>
          {figure}
          <span className="figure-unit">{unit}</span>
        </span>
        <span className="spark-line">{children}</span>
      </Link>
    </li>
  );
}

const NO_FIGURE = { figure: '–', unit: '' };
