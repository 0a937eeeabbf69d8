import './monitoring-bar.css';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/t';

/** A sticky bar above the charts with the live status, the time range and the button for wall mode. */
export function MonitoringBar({ children, onWall }: { children: ReactNode; onWall(): void }) {
  return (
    <div className="monitoring-bar">
      {children}
      <button className="button button-small wall-open" type="button" title={t('ui.dashboard.wall')} onClick={onWall}>
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5" />
        </svg>
        <span className="wall-open-text">{t('ui.dashboard.wall')}</span>
      </button>
    </div>
  );
}
