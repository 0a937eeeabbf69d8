import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { useDraft } from '../../../lib/forms/use-draft';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { hostPath } from '../../../paths';
import { useAddress } from '../parts/address';
import { AgentToken } from './agent-token';
import { ABOUT_HOSTS, AddHost, type HostWithToken, withToken } from './hosts.operations';
import { tagsOfText } from './tags-of-text';
import { useFirstSample } from './use-first-sample';

interface AddHostFormProps {
  onAdded(): void;
  onClose(): void;
}

/** Adds a host in three steps: naming it, running a command on it, and waiting for its first sample. */
export function AddHostForm({ onAdded, onClose }: AddHostFormProps) {
  const [added, setAdded] = useState<HostWithToken>();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const step = added ? 2 : 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step moves focus to its heading
  useEffect(() => heading.current?.focus(), [step]);
  const close = (
    <button className="button" type="button" onClick={onClose}>
      {t('ui.machines.close')}
    </button>
  );
  return (
    <section className="host-add" aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        {added ? t('ui.machines.runOn', { name: added.host.name }) : t('ui.machines.add')}
      </h3>
      <ol className="host-steps">
        {(['ui.machines.stepName', 'ui.machines.stepLine', 'ui.machines.stepWait'] as const).map((name, index) => (
          <li
            key={name}
            aria-current={isCurrent(index, step) ? 'step' : undefined}
            data-done={index + 1 < step || undefined}
          >
            {t(name)}
          </li>
        ))}
      </ol>
      {added ? (
        <>
          <AgentToken token={added.token} />
          <FirstSample id={added.host.id} name={added.host.name} />
          <div className="actions">{close}</div>
        </>
      ) : (
        <NameForm
          close={close}
          onAdded={(host) => {
            setAdded(host);
            onAdded();
          }}
        />
      )}
    </section>
  );
}

/** Treats the last two steps as one: while the command is shown, the first sample is already awaited. */
function isCurrent(index: number, step: number): boolean {
  return step === 1 ? index === 0 : index > 0;
}

interface NameFormProps {
  /** Button that closes the form. */
  close: ReactNode;
  onAdded(host: HostWithToken): void;
}

function NameForm({ close, onAdded }: NameFormProps) {
  const { values, set, forget } = useDraft('new-host', { name: '', tags: '' });
  const { progress, run } = useAction(AddHost, ABOUT_HOSTS);
  const send = async () => {
    const answer = await run({ name: values.name.trim(), tags: tagsOfText(values.tags) });
    const added = answer && withToken(answer.addHost);
    if (!added) return;
    forget();
    onAdded(added);
  };
  return (
    <div className="host-form form-pairs">
      <ActionForm
        progress={progress}
        ready={values.name.trim() !== ''}
        action={t('ui.machines.next')}
        done={t('ui.machines.added')}
        beside={close}
        onSend={() => void send()}
      >
        <Field
          label={t('ui.machines.name')}
          hint={t('ui.machines.nameHint')}
          name="host-name"
          required
          maxLength={80}
          autoComplete="off"
          spellCheck={false}
          value={values.name}
          faults={findFaults(progress, 'name')}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Field
          label={t('ui.machines.tags')}
          hint={t('ui.machines.tagsHint')}
          name="host-tags"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={values.tags}
          faults={findFaults(progress, 'tags')}
          onChange={({ target }) => set({ tags: target.value })}
        />
      </ActionForm>
    </div>
  );
}

/** Shows the host as soon as its first sample arrives. */
export function FirstSample({ id, name }: { id: string; name: string }) {
  const { Link } = useAddress();
  const { isSeen, facts } = useFirstSample(id);
  return (
    <div className="first-sample" data-seen={isSeen || undefined}>
      <span className="lamp" aria-hidden="true" />
      <p role="status">
        {isSeen
          ? t('ui.machines.arrived', { name, detail: facts ? `${facts.hostname} · ${facts.os}` : '' }).trim()
          : t('ui.machines.waiting')}
      </p>
      {isSeen && (
        <Link className="button button-primary" href={hostPath(id)}>
          {t('ui.machines.see')}
        </Link>
      )}
    </div>
  );
}
