import { useState } from 'react';
import { useQuery } from 'urql';
import { ActionForm } from '../../../components/forms/action-form';
import { SelectField } from '../../../components/forms/select-field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { ruleName } from '../../../lib/i18n/rule-name';
import { t } from '../../../lib/i18n/t';
import { ReasonField } from './reason-field';
import { ABOUT_SILENCES, MakeSilence, SilenceTargetsQuery } from './silences.operations';
import { endOf, type Until } from './until';
import { UntilChoice } from './until-choice';

export function SilenceForm() {
  const [{ data }] = useQuery({ query: SilenceTargetsQuery });
  const rules = data?.alertRules.nodes ?? [];
  const hosts = new Map(rules.flatMap(({ states }) => states.map(({ host, hostName }) => [host, hostName] as const)));
  const [rule, setRule] = useState('');
  /** The target: a host as `host 7`, or a tag as `tag web`. */
  const [target, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState<Until>({ kind: 'hour', moment: '' });
  const { progress, run } = useAction(MakeSilence, ABOUT_SILENCES);
  const tags = data?.hostTags ?? [];
  const [kind, ...words] = target.split(' ');
  const targets = { host: kind === 'host' ? words.join(' ') : null, tag: kind === 'tag' ? words.join(' ') : null };
  const isChosen = rule !== '' || target !== '';
  const isReady = isChosen && reason.trim() !== '' && endOf(until, new Date()) !== undefined;

  const send = async () => {
    // Without a time, the server reports the field's error.
    const iso = endOf(until, new Date())?.toISOString() ?? '';
    const input = { rule: rule || null, ...targets, until: iso, reason };
    if (await run({ input })) setReason('');
  };
  return (
    <div className="silence-form form-pairs">
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
          faults={findFaults(progress, 'rule')}
          options={[
            { value: '', label: t('ui.silences.everyRule') },
            ...rules.map(({ id, name }) => ({ value: id, label: ruleName(name) })),
          ]}
          onChange={setRule}
        />
        <SelectField
          label={t('ui.silences.host')}
          name="silence-host"
          value={target}
          hint={isChosen ? undefined : t('ui.silences.choose')}
          faults={[...findFaults(progress, 'host'), ...findFaults(progress, 'tag')]}
          options={[
            { value: '', label: t('ui.silences.everyHost') },
            ...tags.map((tag) => ({ value: `tag ${tag}`, label: t('ui.silences.hostsWithTag', { tag }) })),
            ...[...hosts].map(([id, label]) => ({ value: `host ${id}`, label })),
          ]}
          onChange={setTarget}
        />
        <UntilChoice until={until} faults={findFaults(progress, 'until')} onChange={setUntil} />
        <ReasonField
          name="silence-reason"
          value={reason}
          faults={findFaults(progress, 'reason')}
          onChange={setReason}
        />
      </ActionForm>
    </div>
  );
}
