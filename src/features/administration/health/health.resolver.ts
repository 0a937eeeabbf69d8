import { Arg, Authorized, Extensions, ID, Query, Resolver } from 'type-graphql';
import { scope } from '../../../platform/graphql/field-marks.js';
import { STAFF } from '../../../platform/graphql/viewer-guard.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { localId } from '../../../shared/global-id.js';
import { ServiceHealthType } from './health.types.js';
import { healthOfNode, type ListedNodes } from './node-health.js';
import type { ServiceHealth } from './service-health.js';

interface HealthDeps {
  readonly health: ServiceHealth;
  readonly nodes: ListedNodes;
}

/** Reports the health of the service to staff (contract 2, `/admin/`). */
@Resolver()
export class HealthResolver {
  constructor(private readonly deps: HealthDeps) {}

  @Authorized(STAFF)
  @Extensions(scope('STAFF_READ'))
  @Query(() => ServiceHealthType, { description: 'Health of the service; cheap enough to poll every 5 s.' })
  async serviceHealth(
    @Arg('node', () => ID, {
      nullable: true,
      description: 'Process, one of `serviceNodes`, as of its last heartbeat; the answering one by default.',
    })
    node: string | null | undefined,
  ): Promise<ServiceHealthType> {
    const { health } = this.deps;
    const ofProcess = node == null ? health.readProcess() : await this.#readHealth(localId(node, 'ServiceNode'));
    return { ...ofProcess, ...(await health.readShared()) };
  }

  async #readHealth(id: string) {
    const node = (await this.deps.nodes.list()).find((candidate) => candidate.id === id);
    const found = node && healthOfNode(node, this.deps);
    if (!found) throw new NotFound('nodes.noSuchNode');
    return found;
  }
}
