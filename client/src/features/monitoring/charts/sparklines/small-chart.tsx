import '../../figure.css';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatPercent } from '../../../../lib/i18n/format';
import { t } from '../../../../lib/i18n/t';
import { paths } from '../../../../paths';
import { figureParts } from '../../format-figures';
import type { Measure } from '../../live/measures';
import type { Sample } from '../../live/sample-fields';

export interface SmallChartsProps {
  sample: Sample | undefined;
  /** Whether samples are arriving, by push or by polling. */
  arriving: boolean;
}

interface SmallChartProps {
  measure: Measure;
  sample: Sample | undefined;
  /** The line; space is reserved until it loads. */
  children?: ReactNode;
}

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
