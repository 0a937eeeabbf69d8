import { Component, type ReactNode } from 'react';
import { say } from '../lib/i18n/say';
import { componentMessages } from './components.messages';
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
      <Page title={say(componentMessages.brokenTitle)} lead={say(componentMessages.brokenText)}>
        <button className="button button-primary" type="button" onClick={() => location.reload()}>
          {say(componentMessages.reload)}
        </button>
      </Page>
    );
  }
}
