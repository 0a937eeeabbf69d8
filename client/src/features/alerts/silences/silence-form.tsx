import { useState } from 'react';
import { useQuery } from 'urql';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { faultsOf, useAction } from '../../../lib/graphql/use-action';
import { ruleName } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { ABOUT_SILENCES, MakeSilence, SilenceTargetsQuery } from './silences.operations';
import { endOf, type Until } from './until';
import { UntilChoice } from './until-choice';

export function SilenceForm() {
  const [{ data }] = useQuery({ query: SilenceTargetsQuery });
  const rules = data?.alertRules.nodes ?? [];
  const hosts = new Map(rules.flatMap(({ states }) => states.map(({ host, hostName }) => [host, hostName] as const)));
  const [rule, setRule] = useState('');
  const [host, setHost] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<Until>({ kind: 'hour', moment: '' });
  const { progress, run } = useAction(MakeSilence, ABOUT_SILENCES);
  const isChosen = rule !== '' || host !== '';
  const isReady = isChosen && reason.trim() !== '' && endOf(until, new Date()) !== undefined;

  const send = async () => {
    // Without a moment, let the server report what is wrong with the field.
    const iso = endOf(until, new Date())?.toISOString() ?? '';
    const input = { rule: rule || null, host: host || null, until: iso, reason };
    if (await run({ input })) setReason('');
  };
  return (
    <div className="silence-form">
      <ActionForm
        progress={progress}
        ready={isReady}
        action={t('ui.silences.send')}
        done={t('ui.silences.done')}
        onSend={send}
      >
        <SelectField
          label={t('ui.silences.rule')}
          name="silence-rule"
          value={rule}
          faults={faultsOf(progress, 'rule')}
          options={[
            { value: '', label: t('ui.silences.everyRule') },
            ...rules.map(({ id, name }) => ({ value: id, label: ruleName(name) })),
          ]}
          onChange={setRule}
        />
        <SelectField
          label={t('ui.silences.host')}
          name="silence-host"
          value={host}
          hint={isChosen ? undefined : t('ui.silences.choose')}
          faults={faultsOf(progress, 'host')}
          options={[
            { value: '', label: t('ui.silences.everyHost') },
            ...[...hosts].map(([value, label]) => ({ value, label })),
          ]}
          onChange={setHost}
        />
        <UntilChoice until={until} faults={faultsOf(progress, 'until')} onChange={setUntil} />
        <Field
          label={t('ui.silencing.reason')}
          hint={t('ui.silencing.reasonHint')}
          name="silence-reason"
          autoComplete="off"
          required
          maxLength={500}
          value={reason}
          faults={faultsOf(progress, 'reason')}
          onChange={({ target }) => setReason(target.value)}
        />
      </ActionForm>
    </div>
  );
}
