import { parseAlertExpression } from '../../../src/features/alerts/rules/expression/alert-expression';
import { BacktestIncidents } from '../features/alerts/rules/backtest/backtest-incidents';
import { ExpressionFault } from '../features/alerts/rules/editor/expression/expression-fault';
import { RuleStates } from '../features/alerts/rules/list/rule-states';
import { RuleSwitch } from '../features/alerts/rules/list/rule-switch';
import type { Backtest, RuleState } from '../features/alerts/rules/rules.operations';
import { GalleryPart } from './gallery-part';

const SINCE = '2026-11-21T14:03:00.000Z';

const states: readonly RuleState['state'][] = ['OK', 'PENDING', 'FIRING', 'UNKNOWN', 'OK', 'OK'];

const backtest: Backtest = {
  evaluated: true,
  count: 1200,
  samples: 17_280,
  resolution: 'SAMPLES',
  missing: [],
  from: '2026-11-21T00:00:00.000Z',
  to: '2026-11-22T00:00:00.000Z',
  incidents: [
    { from: '2026-11-21T02:00:00.000Z', to: '2026-11-21T02:00:40.000Z' },
    { from: '2026-11-21T14:03:00.000Z', to: null },
  ],
};

export function AlertStates() {
  return (
    <>
      <GalleryPart title="A rule: on, off, changing">
        <RuleSwitch name="Disk" isOn isBusy={false} onChange={() => {}} />
        <RuleSwitch name="Memory" isOn={false} isBusy={false} onChange={() => {}} />
        <RuleSwitch name="Load" isOn isBusy onChange={() => {}} />
      </GalleryPart>
      <GalleryPart title="A rule on six hosts">
        <RuleStates
          name="Disk"
          states={states.map((state, index) => ({
            host: String(index),
            hostName: index === 1 ? `server-${'of-a-long-name-'.repeat(6)}` : `server-${index}`,
            state,
            since: SINCE,
            silencedUntil: state === 'FIRING' ? SINCE : null,
          }))}
        />
      </GalleryPart>
      <GalleryPart title="Faults of a condition: a name, the end">
        {['cpuu > 90 AND ram > 5', 'cpu > 90 AND'].map((text) => {
          const parsed = parseAlertExpression(text);
          return (
            'problem' in parsed && <ExpressionFault key={text} text={text} problem={parsed.problem} onPut={() => {}} />
          );
        })}
      </GalleryPart>
      <GalleryPart title="A backtest of more incidents than are listed">
        <BacktestIncidents backtest={backtest} />
      </GalleryPart>
    </>
  );
}
