import { useState } from 'react';
import { loadMessages } from '../../../lib/i18n/load-messages';
import { t } from '../../../lib/i18n/t';
import { SettingsSection } from '../settings-section';
import { DeleteDialog } from './delete-dialog';
import { ExportButton } from './export-button';

/** Messages of this section; the page waits for them before showing it. */
export const messages = loadMessages(
  import.meta.glob('../../../../../src/locales/*.json', { query: '?keys=ui.ownData,ui.lists', import: 'default' }),
);

/** Offers data export and account deletion. */
export default function OwnDataSection() {
  const [asks, setAsks] = useState(false);
  return (
    <SettingsSection id="data" title={t('ui.ownData.title')} about={t('ui.ownData.about')}>
      <div className="form">
        <p>{t('ui.ownData.exportAbout')}</p>
        <ExportButton />
        <p>{t('ui.ownData.deleteAbout')}</p>
        <div className="actions">
          <button className="button" type="button" onClick={() => setAsks(true)}>
            {t('ui.ownData.deleteAccount')}
          </button>
        </div>
      </div>
      {asks && <DeleteDialog onClose={() => setAsks(false)} />}
    </SettingsSection>
  );
}
