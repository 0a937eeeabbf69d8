/**
 * Messages between the processes that serve one database ("nodes", contract 13). Messages are hints: one may be lost
 * when a connection breaks, so a node never relies on them alone but reads the tables again after a gap.
 */
export interface NodeEvents {
  /** Sends a message to the other nodes within about 20 ms, batched with others; it is lost while disconnected. */
  publish(topic: string, payload: unknown): void;
  /**
   * Calls the listener with each message on a topic: messages of other nodes, and for {@link CHANGE_TOPICS} the changes
   * of any transaction on the database, including those of this node.
   */
  subscribe(topic: string, listener: (payload: unknown) => void): void;
  /** Calls the listener after each time in which messages may have been lost: it must read the tables again. */
  onGap(listener: () => void): void;
  /** Whether messages arrive. Becomes false three seconds after the last sign of life of the database. */
  readonly isConnected: boolean;
  /** Whether all commits older than a second have been heard of; cached data must not be used otherwise. */
  readonly isCurrent: boolean;
}

/** Locks that one node at a time can hold, for work that only one of them should do. */
export interface NodeLocks {
  /**
   * Takes the lock if it is free, and reports whether this node holds it. Held until the node stops or loses its
   * connection.
   */
  tryLock(name: string): Promise<boolean>;
}

/** Lock of the node that prunes expired data. */
export const PRUNING = 'pruning';

/** Lock of the node that evaluates the alert rules. */
export const ALERTS = 'alerts';

/** Topics on which the database itself reports changes (migrations 012 and 015). */
export const CHANGE_TOPICS = {
  /** Change of an account or one of its sessions; the payload is the user id, or undefined if it may be any user. */
  ACCOUNTS: 'accounts',
  /** Change of a version of the terms; no payload. */
  TERMS: 'terms',
  /** Change of an alert rule or a silence; no payload. */
  ALERT_RULES: 'alert_rules',
  /** Start, change or end of an incident; the payload is its id. */
  INCIDENTS: 'incidents',
} as const;
