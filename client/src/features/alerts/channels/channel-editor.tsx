import { useState } from 'react';
import { useQuery } from 'urql';
import { Link, useLocation } from 'wouter';
import { CopyButton } from '../../../components/copy-button';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { SelectField } from '../../../components/forms/select-field';
import { Section } from '../../../components/layout/section';
import { Notice } from '../../../components/status/notice';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { pageLocale } from '../../../lib/i18n/language';
import { languageOptions } from '../../../lib/i18n/language-options';
import { t } from '../../../lib/i18n/t';
import { addressOf } from '../alerts-section';
import { buildInput, type ChannelValues, valuesOf } from './channel-form-values';
import { channelKindNames, channelKinds, partsOf } from './channel-kinds';
import { ABOUT_CHANNELS, type Channel, ChannelKindsQuery, CreateChannel, UpdateChannel } from './channels.operations';
import { PartField } from './part-field';
import { QuietHoursFields } from './quiet-hours-fields';

const LIST = addressOf({ word: 'canais' });

/** Form for a channel, with only the fields its kind needs. Secrets are write-only. */
export function ChannelEditor({ channel }: { channel: Channel | undefined }) {
  const [, go] = useLocation();
  const ownLanguage = languageOptions.find(({ lang }) => lang === pageLocale())?.value ?? 'PT';
  const [typed, setValues] = useState(() => valuesOf(channel, ownLanguage));
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const set = (changes: Partial<ChannelValues>) => setValues((before) => ({ ...before, ...changes }));
  const create = useAction(CreateChannel, ABOUT_CHANNELS);
  const update = useAction(UpdateChannel, ABOUT_CHANNELS);
  const { progress } = channel ? update : create;
  const [newSecret, setNewSecret] = useState('');
  const offered = useOfferedKinds();
  // A new channel starts with the first kind on offer.
  const isOffered = channel !== undefined || offered.includes(typed.kind);
  const values = isOffered ? typed : { ...typed, kind: offered[0] ?? typed.kind };
  const kind = channelKinds[values.kind];

  const send = async () => {
    const input = buildInput(values, { isNew: channel === undefined, removed });
    const saved = channel
      ? (await update.run({ id: channel.id, input }))?.updateChannel
      : (await create.run({ input }))?.createChannel;
    if (saved?.newSecret) setNewSecret(saved.newSecret);
    else if (saved) go(LIST);
  };
  if (newSecret) return <NewSigningKey name={values.name} secret={newSecret} />;
  return (
    <Section
      title={channel ? t('ui.channels.edit', { name: channel.name }) : t('ui.channels.create')}
      actions={
        <Link className="button" href={LIST}>
          {t('ui.channels.back')}
        </Link>
      }
    >
      <div className="channel-form form-pairs">
        <ActionForm
          progress={progress}
          ready={values.name.trim() !== ''}
          action={t('ui.channels.save')}
          done={t('ui.channels.saved')}
          onSend={send}
        >
          {!channel && (
            <SelectField
              label={t('ui.channels.kind')}
              name="channel-kind"
              value={values.kind}
              options={offered.map((value) => ({ value, label: t(channelKinds[value].name) }))}
              onChange={(chosen) => set({ kind: chosen as ChannelValues['kind'] })}
            />
          )}
          {'about' in kind && <p className="hint">{t(kind.about)}</p>}
          <Field
            label={t('ui.channels.name')}
            hint={t('ui.channels.nameHint')}
            name="channel-name"
            autoComplete="off"
            required
            maxLength={80}
            value={values.name}
            faults={findFaults(progress, 'name')}
            onChange={({ target }) => set({ name: target.value })}
          />
          {partsOf(values.kind).map(([part, words]) => (
            <PartField
              key={`${values.kind} ${part}`}
              part={part}
              words={words}
              value={values[part]}
              isStored={(part === 'url' && channel?.hasUrl) || (part === 'secret' && channel?.hasSecret) || false}
              isRemoved={removed.has(part)}
              faults={findFaults(progress, part)}
              onChange={(value) => set({ [part]: value })}
              onRemove={(isRemoved) => setRemoved(new Set(isRemoved ? [...removed, part] : without(removed, part)))}
            />
          ))}
          <SelectField
            label={t('ui.channels.language')}
            name="channel-language"
            value={values.language}
            options={languageOptions}
            onChange={(language) => set({ language: language as ChannelValues['language'] })}
          />
          <QuietHoursFields
            quietHours={values.quietHours}
            faults={findFaults(progress, 'quietHours')}
            onChange={(quietHours) => set({ quietHours })}
          />
          <label className="check">
            <input
              type="checkbox"
              checked={values.isActive}
              onChange={({ target }) => set({ isActive: target.checked })}
            />
            {t('ui.channels.isActive')}
          </label>
        </ActionForm>
      </div>
    </Section>
  );
}

/** Returns the kinds that can send; e-mail is among them only while mail is on. */
function useOfferedKinds() {
  const [{ data }] = useQuery({ query: ChannelKindsQuery });
  return channelKindNames.filter((kind) => data === undefined || data.channelKinds.includes(kind));
}

/** Shows a webhook's newly generated signing key, once. */
function NewSigningKey({ name, secret }: { name: string; secret: string }) {
  return (
    <Section title={t('ui.channels.newKeyTitle', { name })}>
      <Notice tone="good">
        <p>{t('ui.channels.newKey')}</p>
        <code className="channel-answer">{secret}</code>
      </Notice>
      <div className="actions">
        <CopyButton label={t('ui.channels.signingKey')} text={secret}>
          {t('ui.channels.copyKey')}
        </CopyButton>
        <Link className="button button-primary" href={LIST}>
          {t('ui.channels.keyKept')}
        </Link>
      </div>
    </Section>
  );
}

function without(names: ReadonlySet<string>, name: string): string[] {
  return [...names].filter((other) => other !== name);
}
