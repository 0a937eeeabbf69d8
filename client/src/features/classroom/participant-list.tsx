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

/** Who is in the room, each with a way to remove them. */
export function ParticipantList({ code, participants }: ParticipantListProps) {
  const { subject: chosen, ...dialog } = useDialog<Participant>();
  const { progress, run, rest } = useAction(RemoveParticipant);
  const close = () => {
    dialog.close();
    rest();
  };
  const remove = async () => {
    if (chosen && (await run({ room: code, participant: chosen.id }))) close();
  };
  return (
    <Section title={t('ui.classroom.participants', { count: participants.length })}>
      {participants.length === 0 && <p className="hint">{t('ui.classroom.nobody')}</p>}
      <ul className="participants">
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
      {chosen && (
        <ConfirmationDialog
          title={t('ui.classroom.removeAsk', { nickname: chosen.nickname })}
          text={t('ui.classroom.removeText')}
          action={t('ui.classroom.remove')}
          progress={progress}
          onDo={remove}
          onClose={close}
        />
      )}
    </Section>
  );
}
