import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertState } from '../alert-state.entity.js';
import { type EndReason, endIncident, Incident } from './incident.entity.js';

/** The incidents to end because a rule was changed. */
interface Ended {
  readonly ruleId: number;
  /** Omitted for all hosts. */
  readonly hosts?: readonly number[];
  readonly reason: EndReason;
  readonly now: Date;
}

/**
 * Ends the open incidents of a rule whose condition has changed, and deletes its states so that it starts over. No
 * message is sent, because whoever made the change knows about it, and the host is not known to be well (decision 053).
 */
export async function endIncidents(unit: UnitOfWork, { ruleId, hosts, reason, now }: Ended): Promise<void> {
  await endWhere(unit, { ruleId, ...(hosts && { hostNumber: { $in: [...hosts] } }) }, { reason, now });
}

/** Ends the incidents of all rules on a host that is no longer measured, and deletes their states. */
export async function endIncidentsOfHost(unit: UnitOfWork, hostNumber: number, now: Date): Promise<void> {
  await endWhere(unit, { hostNumber }, { reason: 'HOST_REMOVED', now });
}

type Where = { readonly ruleId?: number; readonly hostNumber?: number | { readonly $in: number[] } };

async function endWhere(unit: UnitOfWork, where: Where, { reason, now }: Pick<Ended, 'reason' | 'now'>): Promise<void> {
  const open = await unit.find(Incident, { ...where, endedAt: null });
  for (const incident of open) endIncident(incident, reason, now);
  await unit.flush();
  await unit.nativeDelete(AlertState, where);
}
