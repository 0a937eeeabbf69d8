import type { KnownNode } from '../../../platform/nodes/known-nodes.js';
import type { ProcessHealth, ServiceHealth } from './service-health.js';

/** The processes that use the database, and the id of this one. */
export interface ListedNodes {
  readonly ownId: string;
  list(): Promise<readonly KnownNode[]>;
}

interface NodeHealthDeps {
  readonly health: Pick<ServiceHealth, 'readProcess'>;
  readonly nodes: Pick<ListedNodes, 'ownId'>;
}

/**
 * Returns the current health of this process, or what another process last wrote; undefined if it has not written
 * anything yet.
 */
export function healthOfNode({ id, health }: KnownNode, deps: NodeHealthDeps): ProcessHealth | undefined {
  if (id === deps.nodes.ownId) return deps.health.readProcess();
  return health === null ? undefined : (JSON.parse(health) as ProcessHealth);
}
