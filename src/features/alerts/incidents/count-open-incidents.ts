import type { UnitOfWork } from '../../../platform/db/database.js';
import { Incident } from './incident.entity.js';

/**
 * Counts open incidents, separating acknowledged from unacknowledged ones. An index covers open incidents, which are
 * few.
 */
export async function countOpenIncidents(em: UnitOfWork): Promise<{ open: number; acknowledged: number }> {
  const unit = em.fork();
  const all = await unit.count(Incident, { endedAt: null });
  const acknowledged = await unit.count(Incident, { endedAt: null, acknowledgedAt: { $ne: null } });
  return { open: all - acknowledged, acknowledged };
}
