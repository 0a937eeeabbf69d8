import { lazy, Suspense } from 'react';
import { t } from '../../../lib/i18n/t';

/** Loaded after the page, which also shows the URL as text. */
const QrCode = lazy(async () => ({ default: (await import('../../../components/qr-code')).QrCode }));

export function RoomQrCode({ address }: { address: string }) {
  return (
    <Suspense>
      <QrCode text={address} label={t('ui.classroom.qrCode')} />
    </Suspense>
  );
}
