import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { Field } from '../../../components/forms/field';
import { findFaults, useAction } from '../../../lib/graphql/use-action';
import { ruleName as nameOf } from '../../../lib/i18n/rule-name';
import { shortTimestamp } from '../../../lib/i18n/short-times';
import { t } from '../../../lib/i18n/t';
import { ReasonField } from '../silences/reason-field';
import { ABOUT_SILENCES, MakeSilence } from '../silences/silences.operations';
import { endOf, type Until } from '../silences/until';
import { UntilChoice } from '../silences/until-choice';
import { ABOUT_INCIDENTS, AcknowledgeIncident, type Incident } from './incidents.operations';

export type IncidentAction = 'acknowledge' | 'silence';

interface IncidentDialogProps {
  incident: Incident;
  action: IncidentAction;
  /** Called with the success message. */
  onDone(text: string): void;
  onClose(): void;
}

/** Collects input for an action on an incident, and runs it. */
export function IncidentDialog({ action, ...props }: IncidentDialogProps) {
  return action === 'acknowledge' ? <AcknowledgeDialog {...props} /> : <SilenceDialog {...props} />;
}

const acknowledgeTexts = {
  title: 'ui.incidents.acknowledgeAsk',
  text: 'ui.incidents.acknowledgeText',
  action: 'ui.incidents.acknowledge',
  done: 'ui.incidents.acknowledgeDone',
} as const;

const noteTexts = {
  title: 'ui.incidents.changeNoteAsk',
  text: 'ui.incidents.changeNoteText',
  action: 'ui.incidents.saveNote',
  done: 'ui.incidents.noteSaved',
} as const;

function AcknowledgeDialog({ incident, onDone, onClose }: Omit<IncidentDialogProps, 'action'>) {
  const { id, ruleName, hostName: host, acknowledgedAt, acknowledgementNote } = incident;
  // The page's incident changes as soon as it is acknowledged, so keep the wording from when the dialog opened.
  const [texts] = useState(acknowledgedAt === null ? acknowledgeTexts : noteTexts);
  const [note, setNote] = useState(acknowledgementNote);
  const rule = nameOf(ruleName);
  const { progress, run } = useAction(AcknowledgeIncident, ABOUT_INCIDENTS);
  return (
    <ConfirmationDialog
      title={t(texts.title, { rule, host })}
      text={t(texts.text)}
      action={t(texts.action)}
      progress={progress}
      onDo={async () => {
        if (await run({ id, note })) onDone(t(texts.done, { rule, host }));
      }}
      onClose={onClose}
    >
      <Field
        label={t('ui.incidents.note')}
        hint={t('ui.incidents.noteHint')}
        name="note"
        autoComplete="off"
        maxLength={500}
        value={note}
        faults={findFaults(progress, 'note')}
        onChange={({ target }) => setNote(target.value)}
      />
    </ConfirmationDialog>
  );
}

function SilenceDialog({ incident, onDone, onClose }: Omit<IncidentDialogProps, 'action'>) {
  const { rule, host, ruleName, hostName } = incident;
  const [until, setUntil] = useState<Until>({ kind: 'hour', moment: '' });
  const [reason, setReason] = useState('');
  const { progress, run } = useAction(MakeSilence, ABOUT_BOTH);
  const end = endOf(until, new Date());
  const names = { rule: nameOf(ruleName), host: hostName };
  return (
    <ConfirmationDialog
      title={t('ui.incidents.silenceAsk', names)}
      text={t('ui.incidents.silenceText')}
      action={t('ui.incidents.silence')}
      progress={progress}
      ready={end !== undefined && reason.trim() !== ''}
      onDo={async () => {
        const iso = endOf(until, new Date())?.toISOString();
        if (iso === undefined || !(await run({ input: { rule, host, until: iso, reason } }))) return;
        onDone(t('ui.incidents.silenceDone', { ...names, moment: shortTimestamp(iso) }));
      }}
      onClose={onClose}
    >
      <ReasonField name="reason" value={reason} faults={findFaults(progress, 'reason')} onChange={setReason} />
      <UntilChoice until={until} faults={findFaults(progress, 'until')} onChange={setUntil} />
    </ConfirmationDialog>
  );
}

const ABOUT_BOTH = {
  additionalTypenames: [...ABOUT_INCIDENTS.additionalTypenames, ...ABOUT_SILENCES.additionalTypenames],
};
