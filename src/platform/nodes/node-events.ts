/**
 * Messages between the processes that serve one database ("nodes", contract 13). A message may be lost when a
 * connection breaks, so a node treats messages only as hints and rereads the tables after a gap.
 */
export interface NodeEvents {
  /** Sends a message to the other nodes within about 20 ms, batched with others. It is lost while disconnected. */
  publish(topic: string, payload: unknown): void;
  /**
   * Calls the listener with each message on a topic: messages from other nodes and, for {@link CHANGE_TOPICS}, the
   * changes made by any transaction on the database, including this node's.
   */
  subscribe(topic: string, listener: (payload: unknown) => void): void;
  /** Calls the listener whenever messages may have been lost; it must then reread the tables. */
  onGap(listener: () => void): void;
  /** Whether messages arrive. Becomes false three seconds after the database's last sign of life. */
  readonly isConnected: boolean;
  /** Whether this node has received all commits older than a second; cached data must not be used otherwise. */
  readonly isCurrent: boolean;
}

/** Locks that only one node at a time can hold, for work that only one of them should do. */
export interface NodeLocks {
  /**
   * Takes the lock if it is free, and reports whether this node holds it. The lock is held until the node stops or
   * loses its connection.
   */
  tryLock(name: string): Promise<boolean>;
}

/** Lock held by the node that prunes expired data. */
export const PRUNING = 'pruning';

/** Lock held by the node that evaluates the alert rules. */
export const ALERTS = 'alerts';

/** Topics on which the database itself reports changes (migrations 012 and 015). */
export const CHANGE_TOPICS = {
  /** Change to an account or one of its sessions. The payload is the user id, or undefined if it may be any user. */
  ACCOUNTS: 'accounts',
  /** Change to a version of the terms; no payload. */
  TERMS: 'terms',
  /** Change to an alert rule or a silence; no payload. */
  ALERT_RULES: 'alert_rules',
  /** Start, change or end of an incident; the payload is its id. */
  INCIDENTS: 'incidents',
} as const;
