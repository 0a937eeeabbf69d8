import { Suspense, useMemo } from 'react';
import type { AlertExpression } from '../../../../../../src/features/alerts/rules/expression/alert-expression';
import { type FigureName, figures } from '../../../../../../src/features/alerts/rules/figures';
import type { MeasureName } from '../../../../../../src/features/monitoring/measures';
import { PageBoundary } from '../../../../components/layout/page-boundary';
import { Failure, Loading } from '../../../../components/status/states';
import { t } from '../../../../lib/i18n/t';
import type { IncidentBand, PastChart } from '../past-chart';
import type { Backtest } from '../rules.operations';

/** Properties of the rule that the bands show. */
export type BandOfRule = Pick<IncidentBand, 'name' | 'severity'>;

interface BacktestChartsProps {
  expression: AlertExpression;
  backtest: Backtest;
  /** Host that the backtest is for. */
  host: string | undefined;
  rule: BandOfRule;
  Chart: PastChart;
}

/** Charts of each measure in a condition, marking the times when the rule would have fired. */
export function BacktestCharts({ expression, backtest, host, rule, Chart }: BacktestChartsProps) {
  const { name, severity } = rule;
  const bands = useMemo(() => buildBands(backtest, { name, severity }), [backtest, name, severity]);
  const names = namesOf(expression);
  const measures = [...new Set(names.map((name): MeasureName | null => figures[name].measure))];
  const withoutChart = names.filter((name) => figures[name].measure === null);
  const [from, to] = [parseSeconds(backtest.from), parseSeconds(backtest.to)];
  return (
    <>
      <PageBoundary fallback={<Failure text={t('ui.core.components.brokenText')} />}>
        <Suspense fallback={<Loading lines={5} />}>
          {measures.map(
            (measure) =>
              measure && <Chart key={measure} host={host} measure={measure} from={from} to={to} incidents={bands} />,
          )}
        </Suspense>
      </PageBoundary>
      {withoutChart.length > 0 && <p className="hint">{t('ui.alertBacktest.noChart', { names: withoutChart })}</p>}
    </>
  );
}

function namesOf({ atoms }: AlertExpression): FigureName[] {
  return [...new Set(atoms.flatMap((atom) => (atom.kind === 'comparison' ? [atom.quantity.name] : [])))];
}

function buildBands({ incidents }: Backtest, rule: BandOfRule): IncidentBand[] {
  return incidents.map(({ from, to }) => ({
    ...rule,
    id: from,
    from: parseSeconds(from),
    to: to === null ? null : parseSeconds(to),
  }));
}

function parseSeconds(iso: string): number {
  return Date.parse(iso) / 1000;
}
