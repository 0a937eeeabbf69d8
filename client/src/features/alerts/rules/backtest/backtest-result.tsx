import './backtest.css';
import { Failure, Loading } from '../../../../components/status/states';
import { loadMessages } from '../../../../lib/i18n/load-messages';
import { t } from '../../../../lib/i18n/t';
import { formatLength } from '../format-quantity';
import type { PastChart } from '../past-chart';
import type { Backtest } from '../rules.operations';
import { BacktestCharts, type BandOfRule } from './backtest-charts';
import { BacktestIncidents } from './backtest-incidents';
import { type BacktestRequest, isStale, useBacktest } from './use-backtest';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../../src/locales/*.json', { query: '?keys=ui.alertBacktest', import: 'default' }),
);

interface BacktestResultProps extends BacktestRequest {
  /** Number of the run, incremented by each request. */
  asked: number;
  rule: BandOfRule;
  Chart: PastChart;
}

/** Shows when a rule would have fired: in a sentence, on the charts of its measures, and as a list. */
export default function BacktestResult({ asked, rule, Chart, ...request }: BacktestResultProps) {
  const { answer, failure, fetching } = useBacktest(asked, request);
  if (failure !== undefined) return <Failure text={failure} />;
  if (!answer) return <Loading lines={5} />;
  const { backtest } = answer;
  const { expression, days, host } = answer.request;
  return (
    <div className="backtest-result" aria-busy={fetching}>
      {isStale(answer.request, request) && <p className="hint">{t('ui.alertBacktest.stale')}</p>}
      <p className="backtest-summary" role="status">
        {writeSummary(backtest, days)}
      </p>
      {backtest.missing.length > 0 && (
        <p className="hint">{t('ui.alertBacktest.missing', { names: backtest.missing })}</p>
      )}
      {backtest.resolution !== 'SAMPLES' && <p className="hint">{t('ui.alertBacktest.averages')}</p>}
      {backtest.samples > 0 && (
        <BacktestCharts expression={expression} backtest={backtest} host={host} rule={rule} Chart={Chart} />
      )}
      <BacktestIncidents backtest={backtest} />
    </div>
  );
}

function writeSummary(backtest: Backtest, days: number): string {
  if (backtest.samples === 0) return t('ui.alertBacktest.noHistory');
  const { count } = backtest;
  return count === 0
    ? t('ui.alertBacktest.never', { days })
    : t('ui.alertBacktest.summary', { count, days, total: formatLength(totalSeconds(backtest)) });
}

/** Sums the durations, excluding incidents left out of a long list. */
function totalSeconds({ incidents, to: end }: Backtest): number {
  return incidents.reduce((sum, { from, to }) => sum + (Date.parse(to ?? end) - Date.parse(from)) / 1000, 0);
}
