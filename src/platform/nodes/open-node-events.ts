import type { DatabaseLocation } from '../../settings/settings.js';
import type { Logger } from '../../shared/logger.js';
import type { NodeEvents, NodeLocks } from './node-events.js';
import { SingleNode } from './single-node.js';

interface NodeEventsDeps {
  readonly location: DatabaseLocation;
  /** Tells this process from all others; new at each start. */
  readonly nodeId: string;
  readonly logger: Logger;
  /** Called when the database does not answer. */
  readonly onSilent?: () => void;
  /** Called when it answers again. */
  readonly onAnswer?: () => void;
}

/** What connects this process with the others on its database. */
export interface OpenNodeEvents extends NodeEvents, NodeLocks {
  stop(): Promise<void>;
}

/**
 * Connects to the other processes on the same database: on PostgreSQL any number, on SQLite there are none. Loads the
 * driver only when it is needed.
 *
 * @throws when the database cannot be reached.
 */
export async function openNodeEvents(deps: NodeEventsDeps): Promise<OpenNodeEvents> {
  const { location, nodeId, logger, onSilent = () => {}, onAnswer = () => {} } = deps;
  if (location.kind === 'sqlite') return new SingleNode();
  const { PostgresqlListener } = await import('./postgresql-listener.js');
  const listener = new PostgresqlListener({ url: location.url, nodeId, logger, onSilent, onAnswer });
  await listener.start();
  return listener;
}
