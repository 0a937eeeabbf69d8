import { Suspense, useId, useState } from 'react';
import type { AlertExpression } from '../../../../../../src/features/alerts/rules/expression/alert-expression';
import { Choice } from '../../../../components/forms/choice';
import { PageBoundary } from '../../../../components/layout/page-boundary';
import { Failure, Loading } from '../../../../components/status/states';
import { lazyPart } from '../../../../lib/i18n/lazy-part';
import { type MessageKey, t } from '../../../../lib/i18n/t';
import type { PastChart } from '../past-chart';
import type { RuleHost } from '../rules.operations';
import { parseDuration } from './fields/durations';
import { parseIds, type RuleValues, severityOf } from './rule-values';

const fetchResult = () => import('../backtest/backtest-result');
const BacktestResult = lazyPart(fetchResult);

/** Selectable periods, each with its number of days and its label. */
const PERIODS: readonly { readonly days: number; readonly name: MessageKey }[] = [
  { days: 1, name: 'ui.alertRule.day' },
  { days: 7, name: 'ui.alertRule.week' },
  { days: 30, name: 'ui.alertRule.month' },
];

interface BacktestPartProps {
  expression: AlertExpression;
  values: RuleValues;
  hosts: readonly RuleHost[];
  Chart: PastChart;
}

/** Runs a backtest on demand; the result is loaded together with its charts. */
export function BacktestPart({ expression, values, hosts, Chart }: BacktestPartProps) {
  const id = useId();
  const [period, setPeriod] = useState('1');
  const [host, setHost] = useState(parseIds(values.hosts)[0] ?? hosts[0]?.host);
  const [asked, setAsked] = useState(0);
  const [forSeconds, releaseSeconds] = [parseDuration(values.holds), parseDuration(values.releases)];
  const isReadable = forSeconds !== undefined && releaseSeconds !== undefined;
  return (
    <section className="backtest" aria-labelledby={id}>
      <h3 id={id}>{t('ui.alertRule.backtest')}</h3>
      <p className="hint">{t('ui.alertRule.backtestAbout')}</p>
      <div className="backtest-choices">
        <Choice
          legend={t('ui.alertRule.period')}
          value={period}
          options={PERIODS.map(({ days, name }) => ({ value: String(days), label: t(name) }))}
          onChoose={setPeriod}
        />
        {hosts.length > 1 && <HostField hosts={hosts} value={host} onChange={setHost} />}
        <button
          className="button"
          type="button"
          aria-disabled={!isReadable}
          onClick={() => isReadable && setAsked((count) => count + 1)}
        >
          {t('ui.alertRule.backtestDo')}
        </button>
      </div>
      {asked > 0 && isReadable && (
        <PageBoundary fallback={<Failure text={t('ui.core.components.brokenText')} />}>
          <Suspense fallback={<Loading lines={5} />}>
            <BacktestResult
              asked={asked}
              days={Number(period)}
              expression={expression}
              text={values.expression}
              rule={{ name: values.name.trim() || t('ui.alertRule.newTitle'), severity: severityOf(values) }}
              durations={{ forSeconds, releaseSeconds }}
              host={host}
              timeZone={values.timeZone}
              Chart={Chart}
            />
          </Suspense>
        </PageBoundary>
      )}
    </section>
  );
}

interface HostFieldProps {
  hosts: readonly RuleHost[];
  value: string | undefined;
  onChange(host: string): void;
}

function HostField({ hosts, value, onChange }: HostFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t('ui.alertRule.host')}</label>
      <select id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {hosts.map(({ host, hostName }) => (
          <option key={host} value={host}>
            {hostName}
          </option>
        ))}
      </select>
    </div>
  );
}
