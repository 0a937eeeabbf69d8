import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { Sample } from '../../sampler.js';

/** Length of a lease, in intervals. If no sample arrives for this long, another node of the machine takes over. */
export const LEASE_INTERVALS = 1.5;

/** A host whose row is locked until the transaction ends. */
export interface LockedHost {
  readonly number: number;
  /** End of the rolled-up part of its history, in minutes since 1970. */
  readonly rolled_up_until: number;
}

/**
 * Makes a sample the newest of its host, unless another node stores that host's samples. The row is a lease that each
 * sample renews, and it stays locked until the transaction ends.
 *
 * @returns the host, if this node stores its samples.
 */
export async function renewLease(
  unit: UnitOfWork,
  { number, nodeId, newest }: { readonly number: number; readonly nodeId: string; readonly newest: Sample },
): Promise<LockedHost | undefined> {
  const [host] = await queryRows<LockedHost>(
    unit,
    `update hosts set newest = ?, last_seen_at = now(), stored_by = ? where number = ? and (stored_by is null
      or stored_by = ? or last_seen_at < now() - interval_ms * ${LEASE_INTERVALS} * interval '1 millisecond')
      returning number, rolled_up_until`,
    [JSON.stringify(newest), nodeId, number, nodeId],
  );
  return host;
}

/** Blocks other writers of a host's history until the transaction ends. @returns undefined if there is no such host. */
export async function lockHost(unit: UnitOfWork, number: number): Promise<LockedHost | undefined> {
  // This changes nothing, but on SQLite a transaction that writes before it reads is exclusive.
  const sql = 'update hosts set rolled_up_until = rolled_up_until where number = ? returning number, rolled_up_until';
  const [host] = await queryRows<LockedHost>(unit, sql, [number]);
  return host;
}

/** Records how far a locked host's history has been rolled up. */
export async function setRolledUp(unit: UnitOfWork, number: number, untilMinute: number): Promise<void> {
  await queryRows(unit, 'update hosts set rolled_up_until = ? where number = ?', [untilMinute, number]);
}
