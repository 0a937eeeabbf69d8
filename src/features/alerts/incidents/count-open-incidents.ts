import type { UnitOfWork } from '../../../platform/db/database.js';
import { Incident } from './incident.entity.js';

/** Counts open incidents by whether they are acknowledged. An index covers the open ones, which are few. */
export async function countOpenIncidents(em: UnitOfWork): Promise<{ open: number; acknowledged: number }> {
  const unit = em.fork();
  const all = await unit.count(Incident, { endedAt: null });
  const acknowledged = await unit.count(Incident, { endedAt: null, acknowledgedAt: { $ne: null } });
  return { open: all - acknowledged, acknowledged };
}
