import './install-hint.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { Icon } from '../../../components/icon';
import InstallSteps from '../../../components/install-steps';
import { t } from '../../../lib/i18n/t';
import { isInstalled, phoneKind } from '../../../lib/page/installation';
import { paths } from '../../../paths';

/** Messages of this hint; it waits for them. */
export { messages } from '../../../components/install-steps';

const DISMISSED = 'vigia.install.dismissed';

/**
 * Offers a phone to be told of alerts: to install the application or, once installed, to turn notifications on. It can
 * be dismissed, which this browser remembers.
 */
export default function InstallHint() {
  const [dismissed, setDismissed] = useState(() => localStorage.getItem(DISMISSED) !== null);
  const phone = phoneKind();
  const installed = isInstalled();
  if (dismissed || !phone || !isSecureContext || (installed && !canAsk())) return null;
  return (
    <aside className="notice install-hint" aria-label={t('ui.install.title')}>
      <div>
        <p>
          <strong>{t('ui.install.title')}</strong>
        </p>
        {installed ? (
          <Link href={`${paths.account}#notifications`}>{t('ui.install.turnOn')}</Link>
        ) : (
          <>
            <p>{t('ui.install.why')}</p>
            <InstallSteps phone={phone} />
          </>
        )}
      </div>
      <button
        className="button button-icon"
        type="button"
        aria-label={t('ui.install.dismiss')}
        onClick={() => {
          localStorage.setItem(DISMISSED, '');
          setDismissed(true);
        }}
      >
        <Icon name="close" />
      </button>
    </aside>
  );
}

/** Whether the user has neither permitted nor refused notifications. */
function canAsk(): boolean {
  return 'Notification' in window && Notification.permission === 'default';
}
