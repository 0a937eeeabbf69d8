import { Suspense, useState } from 'react';
import { lazyPart } from '../../../lib/i18n/lazy-part';
import { t } from '../../../lib/i18n/t';

export const fetchCloseDialog = () => import('./close-dialog');
const CloseDialog = lazyPart(fetchCloseDialog);

/** Closes the room after confirmation. */
export function CloseRoomButton({ code }: { code: string }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <button className="button" type="button" onClick={() => setAsks(true)}>
        {t('ui.classroom.close')}
      </button>
      <Suspense>{asks && <CloseDialog code={code} onClose={() => setAsks(false)} />}</Suspense>
    </>
  );
}
