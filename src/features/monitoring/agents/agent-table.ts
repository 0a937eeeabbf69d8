import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { dialectOf } from '../../../platform/db/dialect.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import type { HostFacts } from '../host/facts/host-facts.js';
import type { Sample } from '../sampler.js';

export interface AgentRow {
  readonly number: number;
  readonly name: string;
  readonly intervalMs: number;
  readonly clockOffsetMinutes: number;
}

/** A connection as recorded in its host's row. */
export interface AgentClaim {
  readonly number: number;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  /** UUID of the agent process. */
  readonly instance: string;
}

/** The error of an agent's clock, and the correction applied to its times. */
export interface AgentClock {
  readonly skewMs: number;
  readonly offsetMinutes: number;
}

/** The values written when an agent connects. */
interface ClaimedAgent extends AgentClaim, AgentClock {
  readonly version: string;
  readonly facts: HostFacts;
  readonly intervalMs: number;
  readonly now: Date;
}

/** The newest sample of a host, and what has to be in its row for the sample to count. */
export interface NewestSample {
  readonly number: number;
  /** SHA-256 of the token. */
  readonly tokenHash: string;
  /** UUID of the agent process; null if it was no agent that measured it. */
  readonly instance: string | null;
  readonly skewMs: number | null;
  readonly offsetMinutes: number;
  readonly sample: Sample;
}

/**
 * Time since an agent was last heard from after which another one with its token is admitted: this long, or this many
 * intervals if that is longer.
 */
const HEARD_MS = 15_000;
const HEARD_INTERVALS = 3;

const VERSION_MAX = 50;

const SKEW_MAX_MS = 2 ** 31 - 1;

/** The agent connections in the hosts table, where a row serves as the claim. Times are by the service's clock. */
export class AgentTable {
  constructor(
    private readonly em: UnitOfWork,
    private readonly nodeId: string,
  ) {}

  /** Finds the host a token belongs to; undefined if there is no such host or it is retired. */
  async find(tokenHash: string): Promise<AgentRow | undefined> {
    const [row] = await this.#query<{
      number: number;
      name: string;
      interval_ms: number;
      clock_offset_minutes: number;
    }>(
      `select number, name, interval_ms, clock_offset_minutes from hosts
        where token_hash = ? and has_agent and source is null and retired_at is null`,
      [tokenHash],
    );
    return (
      row && {
        number: row.number,
        name: row.name,
        intervalMs: row.interval_ms,
        clockOffsetMinutes: row.clock_offset_minutes,
      }
    );
  }

  /**
   * Claims the host for a connecting agent, unless another agent was heard from recently.
   *
   * @returns whether the host was claimed.
   */
  async claim(agent: ClaimedAgent): Promise<boolean> {
    const { number, tokenHash, instance, version, facts, skewMs, offsetMinutes, intervalMs, now } = agent;
    const heardMs = Math.max(HEARD_MS, HEARD_INTERVALS * intervalMs);
    const claimed = await this.#query(
      `update hosts set agent_instance = ?, agent_version = ?, facts = ?, clock_skew_ms = ?, clock_offset_minutes = ?,
          stored_by = ?, last_seen_at = ?
        where number = ? and token_hash = ? and retired_at is null
          and (agent_instance is null or agent_instance = ? or last_seen_at < ?) returning number`,
      [
        ...[instance, version.slice(0, VERSION_MAX), JSON.stringify(facts), storedSkew(skewMs), offsetMinutes],
        ...[this.nodeId, now],
        ...[number, tokenHash, instance, new Date(now.getTime() - heardMs)],
      ],
    );
    return claimed.length > 0;
  }

  /** Releases a claim so that another agent with the same token can connect immediately. */
  async release({ number, instance }: AgentClaim): Promise<void> {
    await this.#query(
      `update hosts set agent_instance = null, stored_by = null
        where number = ? and agent_instance = ? and stored_by = ?`,
      [number, instance, this.nodeId],
    );
  }

  /**
   * Writes the newest samples, in a few statements: those of agents whose connections are still current, and others
   * whose token still counts. The storing node is a column of the input so that hosts and samples are hash-joined. Node ids are too recent for PostgreSQL's statistics,
   * so with a plain condition it would assume that the node has no hosts and compare every host with every sample
   * (decision 045).
   *
   * @returns the numbers of the hosts that were written.
   */
  async saveNewest(newest: readonly NewestSample[], now: Date): Promise<ReadonlySet<number>> {
    const saved = new Set<number>();
    for (const some of chunksOf(newest)) {
      const rows = await this.#query<{ number: number }>(
        `update hosts set newest = given.newest, last_seen_at = ?, clock_skew_ms = given.skew_ms,
            clock_offset_minutes = given.offset_minutes
          from ${givenRows(this.em, NEWEST_COLUMNS)}
          where hosts.number = given.number and hosts.token_hash = given.token_hash
            and (given.instance is null
              or (hosts.agent_instance = given.instance and hosts.stored_by = given.stored_by))
          returning hosts.number as number`,
        [
          now,
          // The sample is nested as a string because PostgreSQL would parse an object, and one agent's bad data would
          // make it reject the whole batch.
          JSON.stringify(
            some.map(({ number, tokenHash, instance, sample, skewMs, offsetMinutes }) => ({
              ...{ number, instance, token_hash: tokenHash, stored_by: this.nodeId },
              ...{
                newest: JSON.stringify(sample),
                skew_ms: skewMs === null ? null : storedSkew(skewMs),
                offset_minutes: offsetMinutes,
              },
            })),
          ),
        ],
      );
      for (const { number } of rows) saved.add(number);
    }
    return saved;
  }

  /** Returns the interval of each host whose connection is current, and for the others the reason why theirs is not. */
  async review(claims: readonly AgentClaim[]): Promise<ReadonlyMap<number, 'replaced' | 'revoked' | number>> {
    const found = new Map<number, 'replaced' | 'revoked' | number>();
    for (const some of chunksOf(claims)) {
      const rows = await this.#query<ClaimedRow>(
        `select number, token_hash, agent_instance, stored_by, interval_ms from hosts
          where retired_at is null and number in (${some.map(() => '?').join()})`,
        some.map(({ number }) => number),
      );
      const byNumber = new Map(rows.map((row) => [row.number, row]));
      for (const { number, tokenHash, instance } of some) {
        const row = byNumber.get(number);
        if (row?.token_hash !== tokenHash) found.set(number, 'revoked');
        else if (row.agent_instance !== instance || row.stored_by !== this.nodeId) found.set(number, 'replaced');
        else found.set(number, row.interval_ms);
      }
    }
    return found;
  }

  #query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return queryRows(this.em.fork(), sql, values);
  }
}

/** Columns of the rows that `saveNewest` passes as JSON. */
const NEWEST_COLUMNS =
  'number int, token_hash text, instance text, stored_by text, newest text, skew_ms int, offset_minutes int';

/** Clamps a skew to the column's range, about 25 days. Clocks that are off by more than that are off by years. */
function storedSkew(skewMs: number): number {
  return Math.max(-SKEW_MAX_MS, Math.min(SKEW_MAX_MS, skewMs));
}

interface ClaimedRow {
  readonly number: number;
  readonly token_hash: string | null;
  readonly agent_instance: string | null;
  readonly stored_by: string | null;
  readonly interval_ms: number;
}

/**
 * Returns SQL that exposes a list of objects, passed as one JSON value, as a table named `given` with typed columns.
 */
export function givenRows(unit: UnitOfWork, columns: string): string {
  if (dialectOf(unit) === 'postgresql') return `json_to_recordset(?::json) as given(${columns})`;
  const names = columns.split(', ').map((column) => column.slice(0, column.indexOf(' ')));
  return `(select ${names.map((name) => `value ->> '${name}' as ${name}`).join()} from json_each(?)) as given`;
}
