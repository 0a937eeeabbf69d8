import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ConfirmationDialog } from '../../../../components/dialogs/confirmation-dialog';
import { Mark, Record } from '../../../../components/lists/records';
import { RowMenu } from '../../../../components/lists/row-menu';
import { Notice } from '../../../../components/status/notice';
import { type Progress, useAction } from '../../../../lib/graphql/use-action';
import { ruleName } from '../../../../lib/i18n/rule-name';
import { t } from '../../../../lib/i18n/t';
import { tellsNobodyTexts } from '../../parts/tells-nobody';
import { ruleAddress } from '../rule-address';
import { ABOUT_RULES, buildInput, DeleteRule, type ListedRule, UpdateRule } from '../rules.operations';
import { RuleStates } from './rule-states';
import { RuleSwitch } from './rule-switch';

interface RuleRowProps {
  rule: ListedRule;
  onDeleted(): void;
}

/** A rule in the list: its condition, state and actions. */
export function RuleRow({ rule, onDeleted }: RuleRowProps) {
  const { id, expression, severity, isSupplied, isActive, states, tellsNobodyReason: unheard } = rule;
  const name = ruleName(rule.name);
  const update = useAction(UpdateRule, ABOUT_RULES);
  const remove = useAction(DeleteRule, ABOUT_RULES);
  const [isAsking, setAsking] = useState(false);
  const [, go] = useLocation();
  const failure = failureText(update.progress);
  const close = () => {
    setAsking(false);
    remove.rest();
  };
  const doRemove = async () => {
    if (!(await remove.run({ id }))) return;
    close();
    onDeleted();
  };
  return (
    <Record
      title={<Link href={ruleAddress(id)}>{name}</Link>}
      marks={
        <>
          <Mark>{t(severity === 'BAD' ? 'ui.alertRules.bad' : 'ui.alertRules.warning')}</Mark>
          {isSupplied && <Mark>{t('ui.alertRules.supplied')}</Mark>}
          {unheard && <Mark tone="warn">{t('ui.alerts.tellsNobody.mark')}</Mark>}
        </>
      }
      actions={
        <>
          <RuleSwitch
            name={name}
            isOn={isActive}
            isBusy={update.progress.state === 'busy'}
            onChange={(next) => void update.run({ id, input: buildInput(rule, { isActive: next }) })}
          />
          <RowMenu
            of={name}
            actions={[
              { label: t('ui.alertRules.edit'), onChoose: () => go(ruleAddress(id)) },
              {
                label: t('ui.alertRules.delete'),
                name: t('ui.alertRules.deleteThis', { name }),
                onChoose: () => setAsking(true),
              },
            ]}
          />
        </>
      }
    >
      <p className="rule-expression figures">{expression}</p>
      {unheard && <p className="hint">{t(tellsNobodyTexts[unheard])}</p>}
      {isActive && <RuleStates name={name} states={states} />}
      {failure && <Notice tone="bad">{failure}</Notice>}
      {isAsking && (
        <ConfirmationDialog
          title={t('ui.alertRules.deleteTitle', { name })}
          text={t('ui.alertRules.deleteText')}
          action={t('ui.alertRules.delete')}
          progress={remove.progress}
          onDo={() => void doRemove()}
          onClose={close}
        />
      )}
    </Record>
  );
}

/** Returns why switching failed, including field errors, since there is no field to show them beside. */
function failureText(progress: Progress): string | undefined {
  if (progress.state !== 'failed') return undefined;
  const { text, fields } = progress.failure;
  return Object.values(fields).flat().join(' ') || text;
}
