import { Component, type ReactNode } from 'react';

/** Shows the figures alone where the drawing could not be fetched: they are worth more than the message of a failure. */
export class DrawingBoundary extends Component<{ children: ReactNode; fallback: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
