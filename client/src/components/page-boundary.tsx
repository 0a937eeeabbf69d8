import { Component, type ReactNode } from 'react';
import { say } from '../lib/i18n/say';
import { componentMessages } from './components.messages';
import { Page } from './page';

interface PageBoundaryState {
  failed: boolean;
}

/** Catches what breaks a page, so that the frame stays; most often a part that could not be fetched. */
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
