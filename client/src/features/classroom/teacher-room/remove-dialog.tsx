import { useState } from 'react';
import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useAction } from '../../../lib/graphql/use-action';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { type Participant, RemoveParticipants } from '../classroom.operations';

/** Messages of the dialog, besides those of the page. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.lists', import: 'default' }),
);

interface RemoveDialogProps {
  code: string;
  /** At least one. */
  participants: readonly Participant[];
  /** Whether newcomers may join, so that removed participants could come back. */
  isDoorOpen: boolean;
  onClose(): void;
}

/** Asks whether to remove participants and to close the door. Loaded after the page, which it would make larger. */
export default function RemoveDialog({ code, participants, isDoorOpen, onClose }: RemoveDialogProps) {
  const [closeDoor, setCloseDoor] = useState(false);
  const { progress, run } = useAction(RemoveParticipants);
  const count = participants.length;
  const names = participants.map(({ nickname }) => nickname);
  return (
    <ConfirmationDialog
      title={
        count === 1
          ? t('ui.classroom.removeAsk', { nickname: names.join() })
          : t('ui.classroom.removeManyAsk', { count })
      }
      text={t(count === 1 ? 'ui.classroom.removeText' : 'ui.classroom.removeManyText')}
      action={t('ui.classroom.remove')}
      progress={progress}
      onDo={async () => {
        if (await run({ room: code, participants: participants.map(({ id }) => id), closeDoor })) onClose();
      }}
      onClose={onClose}
    >
      {count > 1 && <p className="removed-names">{names.join(', ')}</p>}
      {isDoorOpen && (
        <label className="participant">
          <input type="checkbox" checked={closeDoor} onChange={({ target }) => setCloseDoor(target.checked)} />
          {t('ui.classroom.removeAndClose')}
        </label>
      )}
    </ConfirmationDialog>
  );
}
