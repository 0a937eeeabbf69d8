import { useSyncExternalStore } from 'react';
import { loadMessages } from '../lib/i18n/load-messages';
import { t } from '../lib/i18n/t';
import { currentInstallOffer, onInstallOffer } from '../lib/page/install-offer';
import type { Phone } from '../lib/page/installation';

/** Messages of the steps and of the hint on the page of the alerts. */
export const messages = loadMessages(
  import.meta.glob('../../../src/locales/*.json', { query: '?keys=ui.install', import: 'default' }),
);

/** Says how a phone installs the application: by a button if the browser offers that, otherwise by its menu. */
export default function InstallSteps({ phone }: { phone: Phone }) {
  const offer = useSyncExternalStore(onInstallOffer, currentInstallOffer);
  if (offer) {
    return (
      <button className="button" type="button" onClick={() => void offer.prompt()}>
        {t('ui.install.install')}
      </button>
    );
  }
  return <p>{t(phone === 'ios' ? 'ui.install.ios' : 'ui.install.android')}</p>;
}
