import { Meter } from '../../../components/meter';
import { formatDecimal } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { Measure } from './measures';
import type { Sample } from './sample-fields';

interface MeasureCardProps {
  measure: Measure;
  sample: Sample | undefined;
  /** Without the detail below the percentage. */
  brief: boolean;
}

/** One figure of now: a large percentage, a bar, and a detail such as the gigabytes in use. */
export function MeasureCard({ measure, sample, brief }: MeasureCardProps) {
  const name = t(measure.name);
  const percent = sample && measure.percent(sample);
  return (
    <li className="measure" data-measure={measure.id}>
      <p className="measure-name">{name}</p>
      <p className="figure" data-testid={`${measure.id}-percent`}>
        {percent === undefined ? '–' : formatDecimal(percent, 1)}
        {percent !== undefined && <span className="figure-unit">%</span>}
      </p>
      <Meter label={name} percent={percent} />
      {!brief && <p className="measure-detail">{detail(measure, sample)}</p>}
    </li>
  );
}

function detail(measure: Measure, sample: Sample | undefined): string {
  if (!measure.gigabytes) return t('ui.monitoring.cpuDetail');
  if (!sample) return '\u00a0';
  const { used, total } = measure.gigabytes(sample);
  return t('ui.monitoring.used', {
    used: formatDecimal(used, 2),
    total: formatDecimal(total, 2),
  });
}
