import type { UnitOfWork } from '../../db/database.js';
import { lockWithin } from '../../db/lock-within.js';
import { queryRows } from '../../db/query-rows.js';
import type { Retention } from '../history/history-reading.js';
import { Resolution } from '../history/metrics-chunk.entity.js';
import type { HostFacts } from '../host/host-facts.js';
import type { Sample } from '../sampler.js';
import { Host } from './host.entity.js';
import type { MeasuredHostState } from './measured-hosts.js';

/** How the nodes of a machine measure it. */
export interface HostSettings {
  /** The time between two samples. */
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

/** A machine as its own node describes it. */
export interface HostDescription extends HostSettings {
  /** A UUID that the machine keeps. */
  readonly id: string;
  readonly facts: HostFacts;
}

/** A machine and its newest sample. */
export interface MeasuredHost extends HostSettings {
  readonly number: number;
  readonly newest: Sample;
}

/** A host that has stored no sample for so long is not shown while there is another. */
const AWAY_AFTER = "interval '2 minutes'";

/** The length of a lease, in intervals: after so long without a sample, another node of the machine stores them. */
export const LEASE_INTERVALS = 1.5;

/** The machines that the nodes of a service run on, in PostgreSQL (contract 13). Their times are by its clock. */
export class HostTable {
  constructor(private readonly em: UnitOfWork) {}

  /** Enters a machine, or what it says of itself now. @returns its number. */
  async register({ id, facts, intervalMs, retentionDays }: HostDescription): Promise<number> {
    const described = {
      name: facts.name.slice(0, 255),
      facts: JSON.stringify(facts),
      intervalMs,
      samplesDays: retentionDays[Resolution.SAMPLES],
      minutesDays: retentionDays[Resolution.MINUTES],
      hoursDays: retentionDays[Resolution.HOURS],
    };
    return this.em.fork().transactional(async (unit) => {
      // A sequence would leave out numbers, and the first host's history is found by its number.
      await lockWithin(unit, 'vigia hosts');
      const known = await unit.findOne(Host, { id });
      if (known) {
        unit.assign(known, described);
        return known.number;
      }
      const [last] = await unit.find(Host, {}, { orderBy: { number: 'desc' }, limit: 1 });
      const number = (last?.number ?? 0) + 1;
      const [row] = await queryRows<{ now: Date | string }>(unit, 'select now() as now');
      const now = new Date(row?.now ?? Date.now());
      unit.create(Host, { number, id, ...described, firstSeenAt: now, lastSeenAt: now });
      return number;
    });
  }

  /**
   * The host that is meant when none is named: of those that have stored a sample within the last two minutes the one
   * with the lowest number. Undefined when there is none.
   */
  async shown(): Promise<MeasuredHost | undefined> {
    const [row] = await queryRows<HostRow>(
      this.em.fork(),
      `select number, newest, interval_ms, samples_days, minutes_days, hours_days from hosts
        where last_seen_at > now() - ${AWAY_AFTER} and newest is not null order by number limit 1`,
    );
    return row && { number: row.number, newest: JSON.parse(row.newest ?? '') as Sample, ...settingsOf(row) };
  }

  /** Who a host is; of one that runs an earlier version only the name is known. Undefined when there is no such host. */
  async facts(number: number): Promise<{ readonly name: string; readonly facts: HostFacts | undefined } | undefined> {
    const [row] = await queryRows<{ name: string; facts: string | null }>(
      this.em.fork(),
      'select name, facts from hosts where number = ?',
      [number],
    );
    return row && { name: row.name, facts: row.facts === null ? undefined : (JSON.parse(row.facts) as HostFacts) };
  }

  /** Every host, with its newest sample if that was stored after `since`. */
  async all(since?: Date): Promise<MeasuredHostState[]> {
    const rows = await queryRows<HostRow & { name: string; cores: number | null }>(
      this.em.fork(),
      `select number, name, case when last_seen_at > ? then newest end as newest, interval_ms, samples_days, minutes_days,
        hours_days, (facts::json->>'cores')::int as cores from hosts order by number`,
      [since ?? new Date(0)],
    );
    return rows.map((row) => ({
      number: row.number,
      name: row.name,
      cores: row.cores ?? 1,
      newest: row.newest === null ? undefined : (JSON.parse(row.newest) as Sample),
      ...settingsOf(row),
    }));
  }

  /** A host and how long its history is kept; with `includesAway` also every host that no node stores samples of. */
  async toPrune(
    own: number | undefined,
    includesAway: boolean,
  ): Promise<(HostSettings & { readonly number: number })[]> {
    const rows = await queryRows<HostRow>(
      this.em.fork(),
      `select number, null as newest, interval_ms, samples_days, minutes_days, hours_days from hosts
        where number = ? or (? and last_seen_at <= now() - ${AWAY_AFTER}) order by number`,
      [own ?? 0, includesAway],
    );
    return rows.map((row) => ({ number: row.number, ...settingsOf(row) }));
  }

  /** Removes the hosts that have been away for longer than anything of them is kept; the first stays the first. */
  async forget(): Promise<void> {
    await queryRows(
      this.em.fork(),
      'delete from hosts where number > 1 and last_seen_at < now() - make_interval(days => hours_days + 1)',
    );
  }

  /** Lets another node of the machine go on at once. */
  async release(number: number, nodeId: string): Promise<void> {
    await queryRows(this.em.fork(), 'update hosts set stored_by = null where number = ? and stored_by = ?', [
      number,
      nodeId,
    ]);
  }
}

/**
 * Makes a sample the newest of its host, unless another node stores the samples of that host: the row is a lease that
 * each sample renews, and is locked until the transaction ends.
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

/** Keeps others from writing the history of a host until the transaction ends. */
export async function lockHost(unit: UnitOfWork, number: number): Promise<void> {
  await queryRows(unit, 'select 1 from hosts where number = ? for update', [number]);
}

interface HostRow {
  readonly number: number;
  readonly newest: string | null;
  readonly interval_ms: number;
  readonly samples_days: number;
  readonly minutes_days: number;
  readonly hours_days: number;
}

function settingsOf({ interval_ms, samples_days, minutes_days, hours_days }: HostRow): HostSettings {
  return {
    intervalMs: interval_ms,
    retentionDays: {
      [Resolution.SAMPLES]: samples_days,
      [Resolution.MINUTES]: minutes_days,
      [Resolution.HOURS]: hours_days,
    },
  };
}
