import type { KnownNode } from '../../../platform/nodes/known-nodes.js';
import type { ProcessHealth, ServiceHealth } from './service-health.js';

/** The processes that serve the database, and which of them this is. */
export interface ListedNodes {
  readonly ownId: string;
  list(): Promise<readonly KnownNode[]>;
}

interface NodeHealthDeps {
  readonly health: Pick<ServiceHealth, 'readProcess'>;
  readonly nodes: Pick<ListedNodes, 'ownId'>;
}

/** The health of this process as it is now, of another as it last wrote it; undefined when it has not yet. */
export function healthOfNode({ id, health }: KnownNode, deps: NodeHealthDeps): ProcessHealth | undefined {
  if (id === deps.nodes.ownId) return deps.health.readProcess();
  return health === null ? undefined : (JSON.parse(health) as ProcessHealth);
}
