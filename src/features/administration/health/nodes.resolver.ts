import { Authorized, Extensions, Query, Resolver } from 'type-graphql';
import { scope } from '../../../platform/graphql/field-marks.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import { globalId } from '../../../shared/global-id.js';
import { healthOfNode, type ListedNodes } from './node-health.js';
import type { ServiceHealth } from './service-health.js';
import { NodeState, ServiceNodeType } from './service-node.type.js';

interface NodesDeps {
  readonly nodes: ListedNodes;
  readonly health: ServiceHealth;
}

/** Lists the processes of the service for staff (contract 2, `/admin/`; contract 13). */
@Resolver()
export class NodesResolver {
  constructor(private readonly deps: NodesDeps) {}

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => [ServiceNodeType], {
    description:
      'Processes of the service, live ones first, each group in order of their start; at most 100. For staff.',
  })
  async serviceNodes(): Promise<ServiceNodeType[]> {
    const known = await this.deps.nodes.list();
    return known.map((node) => {
      const health = healthOfNode(node, this.deps);
      return {
        id: globalId('ServiceNode', node.id),
        address: node.address,
        version: node.version,
        state: node.isLive ? NodeState.LIVE : NodeState.GONE,
        isCurrent: node.id === this.deps.nodes.ownId,
        startedAt: node.startedAt.toISOString(),
        lastSeenAt: node.beatAt.toISOString(),
        openSockets: health?.openSockets ?? null,
        residentBytes: health?.residentBytes ?? null,
      };
    });
  }
}
