import { Component, type ReactNode } from 'react';
import { t } from '../lib/i18n/t';
import { Page } from './page';

interface PageBoundaryState {
  failed: boolean;
}

/**
 * An error boundary around a page, so that header and navigation remain. The usual cause is a chunk that failed to
 * load.
 */
export class PageBoundary extends Component<{ children: ReactNode }, PageBoundaryState> {
  override state: PageBoundaryState = { failed: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Page title={t('ui.core.components.brokenTitle')} lead={t('ui.core.components.brokenText')}>
        <button className="button button-primary" type="button" onClick={() => location.reload()}>
          {t('ui.core.components.reload')}
        </button>
      </Page>
    );
  }
}
