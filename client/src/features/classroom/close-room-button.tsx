import { useState } from 'react';
import { ConfirmationDialog } from '../../components/dialogs/confirmation-dialog';
import { useAction } from '../../lib/graphql/use-action';
import { t } from '../../lib/i18n/t';
import { CloseRoom } from './classroom.operations';

/** Closes the room after confirmation. */
export function CloseRoomButton({ code }: { code: string }) {
  const [asks, setAsks] = useState(false);
  const { progress, run } = useAction(CloseRoom);
  const close = async () => {
    if (await run({ room: code })) setAsks(false);
  };
  return (
    <>
      <button className="button" type="button" onClick={() => setAsks(true)}>
        {t('ui.classroom.close')}
      </button>
      {asks && (
        <ConfirmationDialog
          title={t('ui.classroom.closeAsk', { code })}
          text={t('ui.classroom.closeText')}
          action={t('ui.classroom.close')}
          progress={progress}
          onDo={close}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
