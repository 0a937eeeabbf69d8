/**
 * What the processes that serve one database ("nodes", contract 13) tell each other. Messages are hints: one may be lost
 * when a connection breaks, so a node never relies on them alone but looks at the tables again after a gap.
 */
export interface NodeEvents {
  /** Sends a message to the other nodes within some 20 ms, together with others; it is lost while unconnected. */
  publish(topic: string, payload: unknown): void;
  /**
   * Calls the listener with each message on a topic: what other nodes publish, and for {@link CHANGE_TOPICS} what any
   * transaction on the database has changed, those of this node included.
   */
  subscribe(topic: string, listener: (payload: unknown) => void): void;
  /** Calls the listener after each time in which messages may have been missed: it must look at the tables again. */
  onGap(listener: () => void): void;
  /** Whether messages arrive. False from three seconds after the last sign of life of the database on. */
  readonly isConnected: boolean;
  /** Whether all has been heard that was committed more than a second ago: only then may what is remembered be used. */
  readonly isCurrent: boolean;
}

/** Locks that one node at a time can hold, for what only one of them should do. */
export interface NodeLocks {
  /** Whether this node holds the lock, which it takes if it is free. Held until the node stops or is cut off. */
  tryLock(name: string): Promise<boolean>;
}

/** The lock of the one node that removes what counts no more. */
export const PRUNING = 'pruning';

/** The lock of the one node that evaluates the rules of alerts. */
export const ALERTS = 'alerts';

/** The topics on which the database itself tells of changes (migrations 012 and 015). */
export const CHANGE_TOPICS = {
  /** An account or one of its sessions has changed; the payload is the id of the user, or nothing where it may be any. */
  ACCOUNTS: 'accounts',
  /** A version of the terms has changed; no payload. */
  TERMS: 'terms',
  /** A rule of alerts or a silence has changed; no payload. */
  ALERT_RULES: 'alert_rules',
  /** An incident has begun, changed or ended; the payload is its id. */
  INCIDENTS: 'incidents',
} as const;
