import { ConfirmationDialog } from '../../components/dialogs/confirmation-dialog';
import { useAction } from '../../lib/graphql/use-action';
import { loadMessages } from '../../lib/i18n/load-messages';
import { t } from '../../lib/i18n/t';
import { type Participant, RemoveParticipant } from './classroom.operations';

/** Messages of the dialog, besides those of the page. */
export const messages = loadMessages(
  import.meta.glob('../../../../src/locales/*.json', { query: '?keys=ui.lists', import: 'default' }),
);

interface RemoveDialogProps {
  code: string;
  participant: Participant;
  onClose(): void;
}

/** Asks whether to remove a participant. Loaded after the page, which it would make larger. */
export default function RemoveDialog({ code, participant: { id, nickname }, onClose }: RemoveDialogProps) {
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
