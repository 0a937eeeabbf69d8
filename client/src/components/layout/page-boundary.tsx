import { Component, type ReactNode } from 'react';
import { t } from '../../lib/i18n/t';
import { Page } from './page';

interface PageBoundaryProps {
  children: ReactNode;
  /** Shown instead of a failed part of a page; by default, a page with its own heading. */
  fallback?: ReactNode;
}

interface PageBoundaryState {
  failed: boolean;
}

/**
 * An error boundary around a page, so that the header and navigation remain, or around part of one. The usual cause is
 * a chunk that failed to load.
 */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { failed: false };

  static getDerivedStateFromError(): PageBoundaryState {
    return { failed: true };
  }

  override render(): ReactNode {
    const { children, fallback } = this.props;
    if (!this.state.failed) return children;
    if (fallback) return fallback;
    return (
      <Page title={t('ui.core.components.brokenTitle')} lead={t('ui.core.components.brokenText')}>
        <button className="button button-primary" type="button" onClick={() => location.reload()}>
          {t('ui.core.components.reload')}
        </button>
      </Page>
    );
  }
}
