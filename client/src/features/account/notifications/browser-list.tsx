import { Icon } from '../../../components/icon';
import { formatTimestamp } from '../../../lib/i18n/format';
import { t } from '../../../lib/i18n/t';
import type { NotifiedBrowser } from './notifications.operations';

interface BrowserListProps {
  browsers: readonly NotifiedBrowser[];
  /** This browser's push endpoint. */
  own: string | null;
  onRemove(endpoint: string): void;
}

/** Browsers of the account that receive alerts. */
export function BrowserList({ browsers, own, onRemove }: BrowserListProps) {
  return (
    <ul className="sessions" tabIndex={-1} aria-label={t('ui.account.pushBrowsers')}>
      {browsers.map(({ id, endpoint, browser, createdAt }) => {
        const name = browser || t('ui.account.unknownBrowser');
        const moment = formatTimestamp(new Date(createdAt));
        return (
          <li className="session" key={id}>
            <Icon name="browser" />
            <div>
              <p className="session-browser">
                {name} {endpoint === own && <span className="session-current">{t('ui.account.thisBrowser')}</span>}
              </p>
              <p className="hint">{t('ui.account.pushSince', { moment })}</p>
            </div>
            <button
              className="button button-small"
              type="button"
              aria-label={t('ui.account.pushRemoveThis', { browser: name, moment })}
              onClick={() => onRemove(endpoint)}
            >
              {t('ui.account.pushRemove')}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
