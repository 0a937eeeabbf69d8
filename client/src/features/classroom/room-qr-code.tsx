import { lazy, Suspense } from 'react';
import { t } from '../../lib/i18n/t';

/** What draws it comes after the page, which says the address as text too. */
const QrCode = lazy(async () => ({ default: (await import('../../components/qr-code')).QrCode }));

/** The address of a room for the cameras of phones. */
export function RoomQrCode({ address }: { address: string }) {
  return (
    <Suspense>
      <QrCode text={address} label={t('ui.classroom.qrCode')} />
    </Suspense>
  );
}
