import type { UnitOfWork } from '../../../../platform/db/database.js';
import { deleteInSlices } from '../../../../platform/db/delete-in-slices.js';
import { dialectOf } from '../../../../platform/db/dialect.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { Clock } from '../../../../shared/time/clock.js';
import type { Retention } from '../../history/history-reading.js';
import { Resolution } from '../../history/resolution.js';
import type { HostFacts } from '../../host/facts/host-facts.js';
import { parseSample } from '../../parse-sample.js';
import type { Sample } from '../../sampler.js';
import type { MeasuredHostState } from '../measured-hosts.js';
import { type RemoteSource, sourceOf } from '../source/source-kind.js';
import { Host } from './host.entity.js';
import { FIRST_HOST, lockHostNumbers, newHostNumber } from './host-numbers.js';
import {
  type AgentTimes,
  atServiceTime,
  type HostRecord,
  type HostRow,
  type HostSettings,
  parseRecord,
  type RecordRow,
  settingsOf,
} from './host-record.js';

/** A machine as described by its own node. */
export interface HostDescription extends HostSettings {
  /** A UUID that is stable for the machine. */
  readonly id: string;
  readonly facts: HostFacts;
}

export interface MeasuredHost extends HostSettings {
  readonly number: number;
  readonly newest: Sample;
}

export interface PrunedHost {
  readonly number: number;
  readonly retentionDays: Retention;
  /** End of the rolled-up part of its history. */
  readonly rolledUpUntilMs: number;
}

/** A host that has not stored a sample for this long is not shown if there is another one. */
export const AWAY_AFTER_MS = 120_000;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/**
 * The measured machines (contract 13): those that nodes run on, and those of other sources. Times are by PostgreSQL's clock,
 * or on SQLite by the service's, which runs on the same machine.
 */
export class HostTable {
  readonly #isShared: boolean;

  constructor(
    private readonly em: UnitOfWork,
    private readonly clock: Pick<Clock, 'now' | 'wait'>,
  ) {
    this.#isShared = dialectOf(em) === 'postgresql';
  }

  /** Registers a machine that runs a node, or updates its facts and settings. @returns its number. */
  async register({ id, facts, intervalMs, retentionDays }: HostDescription): Promise<number> {
    const described = {
      facts: JSON.stringify(facts),
      intervalMs,
      samplesDays: retentionDays[Resolution.SAMPLES],
      minutesDays: retentionDays[Resolution.MINUTES],
      hoursDays: retentionDays[Resolution.HOURS],
    };
    return this.em.fork().transactional(async (unit) => {
      // Numbers are assigned under a lock, because a sequence would leave gaps.
      await lockHostNumbers(unit);
      // On SQLite there is one machine, which stays the first one even if the database file is moved to another.
      const known = await unit.findOne(Host, this.#isShared ? { id } : { number: FIRST_HOST });
      if (known) {
        unit.assign(known, { ...described, name: nameOf(known, facts) });
        return known.number;
      }
      const number = await newHostNumber(unit, { hasAgent: false });
      const now = await this.#readNow(unit);
      unit.create(Host, { number, id, name: nameOfFacts(facts), ...described, firstSeenAt: now, lastSeenAt: now });
      return number;
    });
  }

  /**
   * Returns the default host: the lowest-numbered machine that runs a node and has stored a sample within the last two
   * minutes; undefined if there is none.
   */
  async shown(): Promise<MeasuredHost | undefined> {
    const [row] = await this.#query<HostRow>(
      `select number, newest, interval_ms, samples_days, minutes_days, hours_days from hosts
        where not has_agent and last_seen_at > ${this.#ago(String(AWAY_AFTER_MS))} and newest is not null
        order by number limit 1`,
    );
    return row && { number: row.number, newest: parseSample(row.newest ?? ''), ...settingsOf(row) };
  }

  /**
   * Returns all hosts that are not retired, with the newest sample if it was stored after `since`. Agents' samples are
   * converted to the service's time, to within a second, because rules are evaluated by that.
   */
  async all(since?: Date): Promise<MeasuredHostState[]> {
    const cores = this.#isShared ? "(facts::json->>'cores')::int" : "facts ->> 'cores'";
    const rows = await this.#query<
      HostRow &
        AgentTimes & { name: string; has_agent: boolean | number; source: RemoteSource | null; cores: number | null }
    >(
      `select number, name, has_agent, source, case when last_seen_at > ? then newest end as newest, interval_ms, samples_days, minutes_days,
        hours_days, ${cores} as cores, clock_skew_ms, clock_offset_minutes from hosts
        where retired_at is null order by number`,
      [since ?? new Date(0)],
    );
    return rows.map((row) => ({
      number: row.number,
      name: row.name,
      source: sourceOf({ source: row.source, hasAgent: Boolean(row.has_agent) }),
      cores: row.cores ?? 1,
      newest: row.newest === null ? undefined : atServiceTime(parseSample(row.newest), row),
      ...settingsOf(row),
    }));
  }

  /**
   * Returns the rows of all hosts, ordered by number. Omits the newest samples and facts of hosts not seen after
   * `since`.
   */
  async records(since: Date): Promise<HostRecord[]> {
    // For a node's machine, this is the version of the node that was last heard from.
    const version = this.#isShared
      ? 'coalesce(agent_version, (select version from nodes where host_number = hosts.number order by beat_at desc limit 1))'
      : 'agent_version';
    const rows = await this.#query<RecordRow>(
      `select number, id, name, tags, has_agent, source, retired_at, last_seen_at, clock_skew_ms, interval_ms,
        chosen_interval_ms, problem, scrape, collector_id, resource_name, unknown_metrics, samples_days, minutes_days, hours_days, ${version} as version, last_seen_at > ? as is_new,
        case when last_seen_at > ? then newest end as newest, case when last_seen_at > ? then facts end as facts
        from hosts order by number`,
      [since, since, since],
    );
    return rows.map(parseRecord);
  }

  /** Sets the interval of agents' hosts to the service's, unless staff have chosen one. @returns the changed hosts. */
  async followInterval(intervalMs: number): Promise<readonly number[]> {
    const rows = await this.#query<{ number: number }>(
      `update hosts set interval_ms = ?
        where has_agent and source is null and retired_at is null and chosen_interval_ms is null and interval_ms <> ? returning number`,
      [intervalMs, intervalMs],
    );
    return rows.map(({ number }) => number);
  }

  async readRetention(number: number): Promise<Retention> {
    const [row] = await this.#query<HostRow>(
      'select number, null as newest, interval_ms, samples_days, minutes_days, hours_days from hosts where number = ?',
      [number],
    );
    if (!row) throw new Error(`There is no host ${number}`);
    return settingsOf(row).retentionDays;
  }

  /**
   * Returns a node's machine and its retention. With `includesOthers`, also returns the hosts of agents, and machines
   * for which no node has stored samples recently.
   */
  async toPrune(own: number | undefined, includesOthers: boolean): Promise<PrunedHost[]> {
    const rows = await this.#query<HostRow & { rolled_up_until: number }>(
      `select number, null as newest, interval_ms, samples_days, minutes_days, hours_days, rolled_up_until from hosts
        where number = ? or (? and (has_agent or last_seen_at <= ${this.#ago(String(AWAY_AFTER_MS))}))
        order by number`,
      [own ?? 0, includesOthers],
    );
    return rows.map((row) => ({
      number: row.number,
      retentionDays: settingsOf(row).retentionDays,
      rolledUpUntilMs: row.rolled_up_until * MINUTE_MS,
    }));
  }

  /**
   * Deletes hosts that have been retired, or machines of nodes that have been away, for longer than their history is
   * kept, with any remaining chunks and processes; never the first one.
   */
  async forget(): Promise<void> {
    const isGone = `case when has_agent then retired_at else last_seen_at end < ${this.#ago(KEPT_MS)}`;
    const gone = await this.#query<{ number: number }>(
      `select number from hosts where number > ${FIRST_HOST} and ${isGone}`,
    );
    for (const { number } of gone) {
      // The number may be reused for another host.
      for (const table of ['host_chunks', 'process_minutes']) {
        const deps = { em: this.em, clock: this.clock };
        await deleteInSlices(deps, { table, where: 'host_number = ?', values: [number] });
      }
      await this.#query(`delete from hosts where number = ? and ${isGone}`, [number]);
    }
  }

  /** Releases a lease so that another node of the machine can take over immediately. */
  async release(number: number, nodeId: string): Promise<void> {
    await this.#query('update hosts set stored_by = null where number = ? and stored_by = ?', [number, nodeId]);
  }

  /** Returns SQL for the time `ms` milliseconds ago; `ms` is an SQL expression. */
  #ago(ms: string): string {
    if (this.#isShared) return `(now() - (${ms}) * interval '1 millisecond')`;
    return `(${this.clock.now().getTime()} - (${ms}))`;
  }

  async #readNow(unit: UnitOfWork): Promise<Date> {
    if (!this.#isShared) return this.clock.now();
    const [row] = await queryRows<{ now: Date | string }>(unit, 'select now() as now');
    return row ? new Date(row.now) : this.clock.now();
  }

  #query<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return queryRows(this.em.fork(), sql, values);
  }
}

/** SQL for a host's longest retention in milliseconds, plus a day of grace. */
const KEPT_MS = `(hours_days + 1.0) * ${DAY_MS}`;

/** Keeps a name chosen by staff, and otherwise uses the host name. */
function nameOf({ name, facts: before }: Host, facts: HostFacts): string {
  const isRenamed = before !== null && name !== nameOfFacts(JSON.parse(before) as HostFacts);
  return isRenamed ? name : nameOfFacts(facts);
}

function nameOfFacts({ name }: HostFacts): string {
  return name.slice(0, 255);
}
