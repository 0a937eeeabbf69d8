import { Suspense, useState } from 'react';
import { useDialog } from '../../../components/dialogs/use-dialog';
import { Section } from '../../../components/layout/section';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';
import type { Participant } from '../classroom.operations';
import { DoorButton } from './door-button';
import type { RoomState } from './room-state';

export const fetchRemoveDialog = () => import('./remove-dialog');
const RemoveDialog = lazyPart(fetchRemoveDialog);

/** Lists the participants, to be removed one by one or many at once, with the button of the door. */
export function ParticipantList({ code, state }: { code: string; state: RoomState }) {
  const { isOpen, isDoorOpen } = state;
  const participants = [...state.participants.values()];
  const [markedIds, setMarkedIds] = useState<ReadonlySet<string>>(new Set());
  const { subject, ...dialog } = useDialog<readonly Participant[]>();
  // Participants who have left since do not count.
  const marked = participants.filter(({ id }) => markedIds.has(id));
  const areAllMarked = marked.length === participants.length;
  const mark = (id: string, isMarked: boolean) => {
    const others = marked.map((one) => one.id).filter((one) => one !== id);
    setMarkedIds(new Set(isMarked ? [...others, id] : others));
  };
  return (
    <Section
      title={t('ui.classroom.participants', { count: participants.length })}
      actions={isOpen && <DoorButton code={code} isOpen={isDoorOpen} />}
    >
      {participants.length === 0 && <p className="hint">{t('ui.classroom.nobody')}</p>}
      {participants.length > 1 && (
        <div className="participants-marked">
          <label className="participant">
            <input
              type="checkbox"
              checked={areAllMarked}
              onChange={() => setMarkedIds(new Set(areAllMarked ? [] : participants.map(({ id }) => id)))}
            />
            {t('ui.classroom.markAll')}
          </label>
          {marked.length > 0 && (
            <button className="button button-small" type="button" onClick={() => dialog.open(marked)}>
              {t('ui.classroom.removeMarked', { count: marked.length })}
            </button>
          )}
        </div>
      )}
      <ul className="participants" tabIndex={-1}>
        {participants.map((participant) => (
          <li key={participant.id}>
            <label className="participant">
              <input
                type="checkbox"
                checked={markedIds.has(participant.id)}
                onChange={({ target }) => mark(participant.id, target.checked)}
              />
              <span>
                {participant.nickname}
                {participant.isGuest && <span className="hint"> {t('ui.classroom.guest')}</span>}
              </span>
            </label>
            <button
              className="button button-small"
              type="button"
              aria-label={t('ui.classroom.removeNamed', { nickname: participant.nickname })}
              onClick={() => dialog.open([participant])}
            >
              {t('ui.classroom.remove')}
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {subject && (
          <RemoveDialog code={code} participants={subject} isDoorOpen={isOpen && isDoorOpen} onClose={dialog.close} />
        )}
      </Suspense>
    </Section>
  );
}
