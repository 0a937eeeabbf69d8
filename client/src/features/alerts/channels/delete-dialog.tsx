import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useAction } from '../../../lib/graphql/use-action';
import { t } from '../../../lib/i18n/t';
import { ABOUT_CHANNELS, type Channel, DeleteChannel } from './channels.operations';

interface DeleteDialogProps {
  channel: Channel;
  onDone(): void;
  onClose(): void;
}

/** Asks for confirmation before deleting a channel and its unsent messages. */
export function DeleteDialog({ channel: { id, name, waiting }, onDone, onClose }: DeleteDialogProps) {
  const { progress, run } = useAction(DeleteChannel, ABOUT_CHANNELS);
  return (
    <ConfirmationDialog
      title={t('ui.channels.deleteAsk', { name })}
      text={t('ui.channels.deleteText', { waiting })}
      action={t('ui.channels.delete')}
      progress={progress}
      onDo={async () => {
        if (await run({ id })) onDone();
      }}
      onClose={onClose}
    />
  );
}
