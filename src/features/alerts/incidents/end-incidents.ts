import type { UnitOfWork } from '../../../platform/db/database.js';
import { AlertState } from '../alert-state.entity.js';
import { type EndReason, Incident } from './incident.entity.js';

/** Which incidents of a rule end because the rule was changed. */
interface Ended {
  readonly ruleId: number;
  /** Of these hosts; of all when left out. */
  readonly hosts?: readonly number[];
  readonly reason: EndReason;
  readonly now: Date;
}

/**
 * Ends the open incidents of a rule whose condition is not what it was, and forgets how the rule stood, so that it begins
 * anew. Nobody is told by a message: who changes a rule knows, and nothing says that the host is well (decision 053).
 */
export async function endIncidents(unit: UnitOfWork, { ruleId, hosts, reason, now }: Ended): Promise<void> {
  await endWhere(unit, { ruleId, ...(hosts && { hostNumber: { $in: [...hosts] } }) }, { reason, now });
}

/** The same for all rules on a host that is measured no more. */
export async function endIncidentsOfHost(unit: UnitOfWork, hostNumber: number, now: Date): Promise<void> {
  await endWhere(unit, { hostNumber }, { reason: 'HOST_REMOVED', now });
}

type Where = { readonly ruleId?: number; readonly hostNumber?: number | { readonly $in: number[] } };

async function endWhere(unit: UnitOfWork, where: Where, { reason, now }: Pick<Ended, 'reason' | 'now'>): Promise<void> {
  const open = await unit.find(Incident, { ...where, endedAt: null });
  for (const incident of open) {
    incident.endedAt = now;
    incident.endReason = reason;
    incident.silencedUntil = null;
    incident.revision += 1;
  }
  await unit.flush();
  await unit.nativeDelete(AlertState, where);
}
