import { ConfirmationDialog } from '../../components/dialogs/confirmation-dialog';
import { useDialog } from '../../components/dialogs/use-dialog';
import { Section } from '../../components/layout/section';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { type Participant, RemoveParticipant } from './classroom.operations';

interface ParticipantListProps {
  code: string;
  participants: readonly Participant[];
}

/** Lists the participants, with a button to remove each. */
export function ParticipantList({ code, participants }: ParticipantListProps) {
  const { subject: chosen, ...dialog } = useDialog<Participant>();
  return (
    <Section title={t('ui.classroom.participants', { count: participants.length })}>
      {participants.length === 0 && <p className="hint">{t('ui.classroom.nobody')}</p>}
      <ul className="participants" tabIndex={-1}>
        {participants.map((participant) => (
          <li key={participant.id}>
            <span>
              {participant.nickname}
              {participant.isGuest && <span className="hint"> {t('ui.classroom.guest')}</span>}
            </span>
            <button
              className="button button-small"
              type="button"
              aria-label={t('ui.classroom.removeNamed', { nickname: participant.nickname })}
              onClick={() => dialog.open(participant)}
            >
              {t('ui.classroom.remove')}
            </button>
          </li>
        ))}
      </ul>
      {chosen && <RemoveDialog code={code} participant={chosen} onClose={dialog.close} />}
    </Section>
  );
}

interface RemoveDialogProps {
  code: string;
  participant: Participant;
  onClose(): void;
}

function RemoveDialog({ code, participant: { id, nickname }, onClose }: RemoveDialogProps) {
  const { progress, run } = useAction(RemoveParticipant);
  return (
    <ConfirmationDialog
      title={t('ui.classroom.removeAsk', { nickname })}
      text={t('ui.classroom.removeText')}
      action={t('ui.classroom.remove')}
      progress={progress}
      onDo={async () => {
        if (await run({ room: code, participant: id })) onClose();
      }}
      onClose={onClose}
    />
  );
}
