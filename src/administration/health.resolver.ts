import { Authorized, Query, Resolver } from 'type-graphql';
import { STAFF } from '../graphql/viewer-guard.js';
import { ServiceHealthType, serviceHealthOf } from './health.types.js';
import type { ServiceHealth } from './service-health.js';

interface HealthDeps {
  readonly health: ServiceHealth;
}

/** How the service is, for staff (contract 2, `/admin/`). */
@Resolver()
export class HealthResolver {
  constructor(private readonly deps: HealthDeps) {}

  @Authorized(STAFF)
  @Query(() => ServiceHealthType, { description: 'What the service says of itself; cheap enough to ask every 5 s.' })
  async serviceHealth(): Promise<ServiceHealthType> {
    return serviceHealthOf(await this.deps.health.read());
  }
}
