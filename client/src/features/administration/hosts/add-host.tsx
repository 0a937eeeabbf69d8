import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { ActionForm } from '../../../components/forms/action-form';
import { Field } from '../../../components/forms/field';
import { useDraft } from '../../../lib/forms/use-draft';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { tagsOfText } from '../parts/tags-of-text';
import { FirstSample } from './first-sample';
import { ABOUT_COLLECTORS, ABOUT_HOSTS, AddHost, type HostKind, type HostToken } from './hosts.operations';
import { KindChoice } from './kind-choice';
import { ScrapeFields } from './scrape-fields';
import { EMPTY_SCRAPE, scrapeInputOf } from './scrape-form';
import { TokenSteps } from './token-steps';

interface AddHostFormProps {
  onAdded(): void;
  onClose(): void;
}

interface Added extends HostToken {
  readonly kind: HostKind;
}

/** Adds a host: asks how it is measured, shows what to paste on it if anything, and waits for its first sample. */
export function AddHostForm({ onAdded, onClose }: AddHostFormProps) {
  const [kind, setKind] = useState<HostKind>('AGENT');
  const [added, setAdded] = useState<Added>();
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
        {added ? headingOf(added) : t('ui.machines.add')}
      </h3>
      <ol className="host-steps">
        {steps[kind].map((name, index) => (
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
          {added.token !== null && added.kind !== 'NODE_EXPORTER' && (
            <TokenSteps sender={added.kind} token={added.token} />
          )}
          {added.host && <FirstSample id={added.host.id} name={added.host.name} />}
          {added.collector && <p className="hint">{t('ui.machines.collectorAdded')}</p>}
          <div className="actions">{close}</div>
        </>
      ) : (
        <>
          <KindChoice value={kind} onChoose={setKind} />
          <HostForm
            kind={kind}
            close={close}
            onAdded={(token) => {
              setAdded({ ...token, kind });
              onAdded();
            }}
          />
        </>
      )}
    </section>
  );
}

const NAMED = 'ui.machines.stepName';
const WAITED = 'ui.machines.stepWait';

/** Steps of each kind: an exporter needs nothing pasted, and the machines of a collector appear in the list. */
const steps = {
  AGENT: [NAMED, 'ui.machines.stepLine', WAITED],
  NODE_EXPORTER: ['ui.machines.stepAddress', WAITED],
  OTLP: [NAMED, 'ui.machines.stepSettings', WAITED],
  COLLECTOR: [NAMED, 'ui.machines.stepSettings'],
} as const satisfies Record<HostKind, readonly string[]>;

function headingOf({ kind, host, collector }: Added): string {
  const name = host?.name ?? collector?.name ?? '';
  if (kind === 'AGENT') return t('ui.machines.runOn', { name });
  return t(kind === 'NODE_EXPORTER' ? 'ui.machines.reading' : 'ui.machines.setUp', { name });
}

/** Treats the last two steps as one: while the command is shown, the first sample is already awaited. */
function isCurrent(index: number, step: number): boolean {
  return step === 1 ? index === 0 : index > 0;
}

interface HostFormProps {
  kind: HostKind;
  /** Button that closes the form. */
  close: ReactNode;
  onAdded(host: HostToken): void;
}

function HostForm({ kind, close, onAdded }: HostFormProps) {
  const { values, set, forget } = useDraft('new-host', { name: '', tags: '' });
  const [scrape, setScrape] = useState(EMPTY_SCRAPE);
  const { progress, run } = useAction(AddHost, kind === 'COLLECTOR' ? ABOUT_COLLECTORS : ABOUT_HOSTS);
  const isRead = kind === 'NODE_EXPORTER';
  const send = async () => {
    const typed = { kind, name: values.name.trim(), tags: tagsOfText(values.tags) };
    const answer = await run({ ...typed, scrape: isRead ? scrapeInputOf(scrape) : null });
    if (!answer) return;
    forget();
    onAdded(answer.addHost);
  };
  return (
    <div className="host-form form-pairs">
      <ActionForm
        progress={progress}
        ready={values.name.trim() !== '' && (!isRead || scrape.url.trim() !== '')}
        action={t('ui.machines.next')}
        done={t('ui.machines.added')}
        beside={close}
        onSend={() => void send()}
      >
        <Field
          label={t('ui.machines.name')}
          hint={t(kind === 'COLLECTOR' ? 'ui.machines.collectorNameHint' : 'ui.machines.nameHint')}
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
          hint={t(kind === 'COLLECTOR' ? 'ui.machines.collectorTagsHint' : 'ui.machines.tagsHint')}
          name="host-tags"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={values.tags}
          faults={findFaults(progress, 'tags')}
          onChange={({ target }) => set({ tags: target.value })}
        />
        {isRead && (
          <ScrapeFields
            form={scrape}
            progress={progress}
            set={(changes) => setScrape((before) => ({ ...before, ...changes }))}
          />
        )}
      </ActionForm>
    </div>
  );
}
