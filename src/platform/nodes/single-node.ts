import type { NodeEvents, NodeLocks } from './node-events.js';

/** The only process on its database. It has no other node to notify, and holds every lock. */
export class SingleNode implements NodeEvents, NodeLocks {
  readonly isConnected = true;
  readonly isCurrent = true;

  publish(): void {}

  subscribe(): void {}

  onGap(): void {}

  async tryLock(): Promise<boolean> {
    return true;
  }

  async stop(): Promise<void> {}
}
