import { Suspense } from 'react';
import { useDialog } from '../../components/dialogs/use-dialog';
import { Section } from '../../components/layout/section';
import { lazyPart } from '../../lib/i18n/lazy-part';
import { t } from '../../lib/i18n/t';
import type { Participant } from './classroom.operations';

export const fetchRemoveDialog = () => import('./remove-dialog');
const RemoveDialog = lazyPart(fetchRemoveDialog);

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
      <Suspense>{chosen && <RemoveDialog code={code} participant={chosen} onClose={dialog.close} />}</Suspense>
    </Section>
  );
}
