import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { Sample } from '../../sampler.js';

/** Length of a lease, in intervals: after this long without a sample, another node of the machine takes over. */
export const LEASE_INTERVALS = 1.5;

/**
 * Makes a sample the newest of its host, unless another node stores that host's samples: the row is a lease that each
 * sample renews, and is locked until the transaction ends.
 *
 * @returns whether this node stores them.
 */
export async function renewLease(
  unit: UnitOfWork,
  { number, nodeId, newest }: { readonly number: number; readonly nodeId: string; readonly newest: Sample },
): Promise<boolean> {
  const stored = await queryRows(
    unit,
    `update hosts set newest = ?, last_seen_at = now(), stored_by = ? where number = ? and (stored_by is null
      or stored_by = ? or last_seen_at < now() - interval_ms * ${LEASE_INTERVALS} * interval '1 millisecond') returning number`,
    [JSON.stringify(newest), nodeId, number, nodeId],
  );
  return stored.length > 0;
}

/** Blocks other writers of a host's history until the transaction ends. */
export async function lockHost(unit: UnitOfWork, number: number): Promise<void> {
  await queryRows(unit, 'select 1 from hosts where number = ? for update', [number]);
}
