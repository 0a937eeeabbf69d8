import { useId } from 'react';
import { Link } from 'wouter';
import { Choice } from '../../../../../components/forms/choice';
import { Field } from '../../../../../components/forms/field';
import { Notice } from '../../../../../components/status/notice';
import { findFaults, type Progress } from '../../../../../lib/graphql/use-action';
import { t } from '../../../../../lib/i18n/t';
import { useViewer } from '../../../../../lib/session/viewer';
import { addressOf } from '../../../alerts-section';
import { channelProblems, tellsNobodyReasonOf, tellsNobodyTexts } from '../../../parts/tells-nobody';
import type { RuleChannel, RuleTargets } from '../../rules.operations';
import { parseIds, type RuleValues } from '../rule-values';
import { CheckList } from './check-list';
import { HostFields } from './host-fields';
import { RepeatField } from './repeat-field';
import { TimeZones } from './time-zones';

interface NotificationFieldsProps {
  values: RuleValues;
  progress: Progress;
  channels: readonly RuleChannel[];
  targets: RuleTargets;
  set(changes: Partial<RuleValues>): void;
}

/** Severity of a rule, its hosts, and its channels. */
export function NotificationFields({ values, progress, channels, targets, set }: NotificationFieldsProps) {
  const [{ isStaff }] = useViewer();
  const zones = useId();
  const chosen = parseIds(values.channels);
  const unheard = tellsNobodyReasonOf(channels.filter(({ id }) => chosen.includes(id)));
  return (
    <>
      <Choice
        legend={t('ui.alertRule.severity')}
        value={values.severity}
        options={[
          { value: 'WARNING', label: t('ui.alertRule.warning') },
          { value: 'BAD', label: t('ui.alertRule.bad') },
        ]}
        onChoose={(severity) => set({ severity })}
      />
      {targets.total > 1 && (
        <HostFields
          targets={targets}
          chosen={{ hosts: parseIds(values.hosts), tags: parseIds(values.tags) }}
          faults={{ hosts: findFaults(progress, 'hosts'), tags: findFaults(progress, 'tags') }}
          onHosts={(hosts) => set({ hosts: hosts.join() })}
          onTags={(tags) => set({ tags: tags.join() })}
        />
      )}
      {channels.length > 0 ? (
        <CheckList
          legend={t('ui.alertRule.channels')}
          options={channels.map((channel) => ({ id: channel.id, label: labelOf(channel) }))}
          chosen={chosen}
          faults={findFaults(progress, 'channels')}
          onChange={(chosen) => set({ channels: chosen.join() })}
        />
      ) : (
        <p className="hint">
          {t('ui.alertRule.noChannels')}{' '}
          {isStaff && <Link href={addressOf({ word: 'canais' })}>{t('ui.alertRule.makeChannel')}</Link>}
        </p>
      )}
      {unheard && <Notice tone="warn">{t(tellsNobodyTexts[unheard])}</Notice>}
      <div className="rule-fields">
        <RepeatField
          value={Number(values.repeatSeconds)}
          faults={findFaults(progress, 'repeatSeconds')}
          onChange={(seconds) => set({ repeatSeconds: String(seconds) })}
        />
        <Field
          label={t('ui.alertRule.timeZone')}
          hint={t('ui.alertRule.timeZoneHint')}
          name="timeZone"
          list={zones}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('ui.alertRule.serverZone')}
          value={values.timeZone}
          faults={findFaults(progress, 'timeZone')}
          onChange={({ target }) => set({ timeZone: target.value })}
        />
        <TimeZones id={zones} />
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={values.active === 'yes'}
          onChange={({ target }) => set({ active: target.checked ? 'yes' : '' })}
        />
        <span>{t('ui.alertRule.active')}</span>
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={values.membersAcknowledge === 'yes'}
          onChange={({ target }) => set({ membersAcknowledge: target.checked ? 'yes' : '' })}
        />
        <span>{t('ui.alertRule.membersAcknowledge')}</span>
      </label>
    </>
  );
}

/** Returns a channel's name, with the reason if it cannot send. */
function labelOf({ name, isActive, problem }: RuleChannel): string {
  if (!isActive) return t('ui.alertRule.channelOff', { name });
  return problem ? t('ui.alertRule.channelBroken', { name, reason: t(channelProblems[problem]) }) : name;
}
