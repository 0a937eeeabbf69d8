import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { parseAlertExpression } from '../../../../../../src/features/alerts/rules/expression/alert-expression';
import type { AlertExpressionProblem } from '../../../../../../src/features/alerts/rules/expression/alert-expression-problem';
import { isUnreadable } from '../../../../../../src/features/conversion/rules/unreadable';
import { ActionForm } from '../../../../components/forms/action-form';
import { Field } from '../../../../components/forms/field';
import { Notice } from '../../../../components/status/notice';
import { useDraft } from '../../../../lib/forms/use-draft';
import { findFaults, useAction } from '../../../../lib/graphql/use-action';
import { t } from '../../../../lib/i18n/t';
import type { PastChart } from '../past-chart';
import { rulesAddress } from '../rule-address';
import {
  ABOUT_RULES,
  CreateRule,
  type EditedRule,
  type RuleChannel,
  type RuleInput,
  type RuleTargets,
  UpdateRule,
} from '../rules.operations';
import { BacktestPart } from './backtest-part';
import { Examples } from './examples';
import { ExpressionField } from './expression/expression-field';
import { ExpressionNow } from './expression/expression-now';
import { ExpressionReference } from './expression/expression-reference';
import { useExpressionEditing } from './expression/use-expression-editing';
import { NotificationFields } from './fields/notification-fields';
import { TimingFields } from './fields/timing-fields';
import { inputOfValues, parseIds, type RuleValues, valuesOf } from './rule-values';

interface RuleFormProps {
  /** The rule; undefined for a new one. */
  rule: EditedRule | undefined;
  channels: readonly RuleChannel[];
  targets: RuleTargets;
  Chart: PastChart;
}

/** Form for a rule, with the current readings of its condition and a backtest. Typed input survives a login. */
export function RuleForm({ rule, channels, targets, Chart }: RuleFormProps) {
  const [, go] = useLocation();
  const initial = useMemo(() => valuesOf(rule), [rule]);
  const { values, set, restored, forget } = useDraft<RuleValues>(`alert-rule.${rule?.id ?? 'new'}`, initial, {
    long: true,
  });
  const { progress, send } = useSave(rule);
  const expression = useMemo(() => {
    // An older rule may keep a condition that would be refused today.
    const refusesConstants = values.expression.trim() !== rule?.expression;
    return parseAlertExpression(values.expression, { refusesConstants });
  }, [values.expression, rule]);
  const problem = isUnreadable<AlertExpressionProblem>(expression) ? expression.problem : undefined;
  const setExpression = (text: string) => set({ expression: text });
  const editing = useExpressionEditing(values.expression, setExpression);
  const isChanged = Object.keys(initial).some((name) => values[name] !== initial[name]);

  const save = async () => {
    const input = inputOfValues(values, rule?.name);
    if (!input || !(await send(input))) return;
    forget();
    go(rulesAddress, { state: { saved: values.name.trim() } });
  };
  return (
    <div className="rule-form">
      <ActionForm
        progress={progress}
        ready={isChanged}
        action={t(rule ? 'ui.alertRule.save' : 'ui.alertRule.create')}
        done={t('ui.alertRule.saved')}
        onSend={() => void save()}
      >
        <div className="rule-part">
          {restored && <Restored onDiscard={() => set(initial)} />}
          <Field
            label={t('ui.alertRule.name')}
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            value={values.name}
            faults={findFaults(progress, 'name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          {!rule && <Examples onChoose={(example) => set(example)} />}
          <ExpressionField
            text={values.expression}
            problem={problem}
            faults={problem && values.expression !== '' ? [] : findFaults(progress, 'expression')}
            editing={editing}
            onChange={setExpression}
          />
          <ExpressionReference onAdd={editing.add} />
        </div>
        <RulePreview expression={expression} values={values} hosts={targets.hosts} Chart={Chart} />
        <div className="rule-part">
          <TimingFields values={values} progress={progress} set={set} />
          <NotificationFields values={values} progress={progress} set={set} channels={channels} targets={targets} />
        </div>
      </ActionForm>
    </div>
  );
}

interface RulePreviewProps {
  expression: ReturnType<typeof parseAlertExpression>;
  values: RuleValues;
  hosts: RuleTargets['hosts'];
  Chart: PastChart;
}

/** Readings of the condition, now and in the past: beside the fields if there is room, otherwise below the condition. */
function RulePreview({ expression, values, hosts, Chart }: RulePreviewProps) {
  return (
    <div className="rule-preview">
      {isUnreadable<AlertExpressionProblem>(expression) ? (
        <p className="hint">{t('ui.alertRule.previewEmpty')}</p>
      ) : (
        <>
          <ExpressionNow expression={expression} host={parseIds(values.hosts)[0]} timeZone={values.timeZone} />
          <BacktestPart expression={expression} values={values} hosts={hosts} Chart={Chart} />
        </>
      )}
    </div>
  );
}

/** Saves the rule and tracks the progress. */
function useSave(rule: EditedRule | undefined) {
  const create = useAction(CreateRule, ABOUT_RULES);
  const update = useAction(UpdateRule, ABOUT_RULES);
  const send = (input: RuleInput) => (rule ? update.run({ id: rule.id, input }) : create.run({ input }));
  return { progress: rule ? update.progress : create.progress, send };
}

/** Says that earlier input was restored, with a button to start over. */
function Restored({ onDiscard }: { onDiscard(): void }) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const discard = () => {
    setShown(false);
    onDiscard();
  };
  return (
    <Notice>
      <p>{t('ui.alertRule.restored')}</p>
      <button className="button button-small" type="button" onClick={discard}>
        {t('ui.alertRule.discard')}
      </button>
    </Notice>
  );
}
