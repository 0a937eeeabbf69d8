import { type ReactNode, useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { tagsOfText } from '../parts/tags-of-text';
import {
  ABOUT_HOSTS,
  type AdministeredHost,
  type HostToken,
  RenameHost,
  RenewToken,
  RetireHost,
  SetHostScrape,
  SetHostTags,
} from './hosts.operations';
import { ScrapeFields } from './scrape-fields';
import { scrapeFormOf, scrapeInputOf } from './scrape-form';

export type HostAction = 'rename' | 'tags' | 'token' | 'scrape' | 'retire';

interface HostDialogProps {
  host: AdministeredHost;
  onDone(text: string): void;
  /** Called when the agent's token has been replaced. */
  onToken(renewed: HostToken): void;
  onClose(): void;
}

/** Collects input for an action, explains its consequences, and runs it. */
export function HostDialog({ action, ...props }: HostDialogProps & { action: HostAction }): ReactNode {
  const Dialog = { rename: Rename, tags: Tags, token: Renew, scrape: Scrape, retire: Retire }[action];
  return <Dialog {...props} />;
}

function Rename({ host, onDone, onClose }: HostDialogProps) {
  const [name, setName] = useState(host.name);
  const { progress, run } = useAction(RenameHost, ABOUT_HOSTS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.renameTitle', { name: host.name })}
      text={t('ui.machines.renameText')}
      action={t('ui.machines.rename')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: host.id, name: name.trim() })) onDone(t('ui.machines.renamed', { name: name.trim() }));
      }}
      onClose={onClose}
      ready={name.trim() !== ''}
    >
      <Field
        label={t('ui.machines.name')}
        name="host-new-name"
        required
        maxLength={80}
        autoComplete="off"
        spellCheck={false}
        value={name}
        faults={findFaults(progress, 'name')}
        onChange={({ target }) => setName(target.value)}
      />
    </ConfirmationDialog>
  );
}

function Tags({ host, onDone, onClose }: HostDialogProps) {
  const [tags, setTags] = useState(host.tags.join(', '));
  const { progress, run } = useAction(SetHostTags, ABOUT_HOSTS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.tagsTitle', { name: host.name })}
      text={t('ui.machines.tagsText')}
      action={t('ui.machines.save')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: host.id, tags: tagsOfText(tags) })) onDone(t('ui.machines.tagged', { name: host.name }));
      }}
      onClose={onClose}
    >
      <Field
        label={t('ui.machines.tags')}
        hint={t('ui.machines.tagsHint')}
        name="host-new-tags"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={tags}
        faults={findFaults(progress, 'tags')}
        onChange={({ target }) => setTags(target.value)}
      />
    </ConfirmationDialog>
  );
}

function Renew({ host, onToken, onClose }: HostDialogProps) {
  const { progress, run } = useAction(RenewToken, ABOUT_HOSTS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.tokenTitle', { name: host.name })}
      text={t('ui.machines.tokenText')}
      action={t('ui.machines.token')}
      progress={progress}
      onDo={async () => {
        const answer = await run({ id: host.id });
        if (answer) onToken(answer.renewHostToken);
      }}
      onClose={onClose}
    />
  );
}

function Scrape({ host, onDone, onClose }: HostDialogProps) {
  const [form, setForm] = useState(() => scrapeFormOf(host));
  const { progress, run } = useAction(SetHostScrape, ABOUT_HOSTS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.addressTitle', { name: host.name })}
      text={t('ui.machines.addressText')}
      action={t('ui.machines.save')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: host.id, scrape: scrapeInputOf(form, scrapeFormOf(host)) })) {
          onDone(t('ui.machines.addressSaved', { name: host.name }));
        }
      }}
      onClose={onClose}
      ready={form.url.trim() !== ''}
    >
      <ScrapeFields
        form={form}
        progress={progress}
        host={host}
        set={(changes) => setForm((before) => ({ ...before, ...changes }))}
      />
    </ConfirmationDialog>
  );
}

function Retire({ host, onDone, onClose }: HostDialogProps) {
  const { progress, run } = useAction(RetireHost, ABOUT_HOSTS);
  return (
    <ConfirmationDialog
      title={t('ui.machines.retireTitle', { name: host.name })}
      text={t('ui.machines.retireText')}
      action={t('ui.machines.retire')}
      progress={progress}
      onDo={async () => {
        if (await run({ id: host.id })) onDone(t('ui.machines.isRetired', { name: host.name }));
      }}
      onClose={onClose}
    />
  );
}
