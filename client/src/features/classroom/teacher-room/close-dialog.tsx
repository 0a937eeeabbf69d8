import { ConfirmationDialog } from '../../../components/dialogs/confirmation-dialog';
import { useAction } from '../../../lib/graphql/use-action';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { CloseRoom } from '../classroom.operations';

/** Messages of the dialog, besides those of the page. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.lists', import: 'default' }),
);

/** Asks whether to close the room. Loaded after the page, which it would make larger. */
export default function CloseDialog({ code, onClose }: { code: string; onClose(): void }) {
  const { progress, run } = useAction(CloseRoom);
  return (
    <ConfirmationDialog
      title={t('ui.classroom.closeAsk', { code })}
      text={t('ui.classroom.closeText')}
      action={t('ui.classroom.close')}
      progress={progress}
      onDo={async () => {
        if (await run({ room: code })) onClose();
      }}
      onClose={onClose}
    />
  );
}
