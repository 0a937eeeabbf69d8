import type { DatabaseLocation } from '../../settings/settings.js';
import type { Logger } from '../../shared/logger.js';
import type { NodeEvents, NodeLocks } from './node-events.js';
import { SingleNode } from './single-node.js';

interface NodeEventsDeps {
  readonly location: DatabaseLocation;
  /** Identifies this process; regenerated at each start. */
  readonly nodeId: string;
  readonly logger: Logger;
  readonly onSilent?: () => void;
  readonly onAnswer?: () => void;
}

export interface OpenNodeEvents extends NodeEvents, NodeLocks {
  stop(): Promise<void>;
}

/**
 * Connects to the other processes on the same database: any number on PostgreSQL, none on SQLite. Loads the driver only
 * when needed.
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
