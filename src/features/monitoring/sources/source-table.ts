import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { checkedFacts, checkedText } from '../agents/checked-greeting.js';
import type { HostFacts } from '../host/facts/host-facts.js';
import type { FoundProblem, HostProblem } from '../hosts/source/host-problem.js';

/** Description of a host by its source. */
export interface SourceDescription {
  readonly facts?: HostFacts | undefined;
  /** Name and version of the exporter. */
  readonly version?: string | undefined;
  /** The interval at which it sends, if it decides that itself. */
  readonly intervalMs?: number | undefined;
}

const VERSION_MAX = 50;

/** The rows of hosts whose samples the service makes itself. A row counts only while its credential is the given one. */
export class SourceTable {
  constructor(private readonly em: UnitOfWork) {}

  /** Writes what a source has said. @returns whether the host has this credential. */
  async describe(number: number, credential: string, description: SourceDescription, now: Date): Promise<boolean> {
    const { facts, version, intervalMs } = description;
    const written = await this.#query(
      // The facts are found by the time at which the host was last seen.
      `update hosts set facts = coalesce(?, facts), agent_version = coalesce(?, agent_version),
          interval_ms = coalesce(?, interval_ms), last_seen_at = case when newest is null then last_seen_at else ? end
        where number = ? and token_hash = ? and retired_at is null returning number`,
      [
        facts ? JSON.stringify(checkedFacts(facts)) : null,
        version === undefined ? null : checkedText(version).slice(0, VERSION_MAX),
        intervalMs ?? null,
        ...[now, number, credential],
      ],
    );
    return written.length > 0;
  }

  /** Writes what is wrong, or that nothing is. The same problem keeps the time when it began. @returns whether that changed. */
  async setProblem(number: number, credential: string, found: FoundProblem | undefined, now: Date): Promise<boolean> {
    const [row] = await this.#query<{ problem: string | null }>(
      'select problem from hosts where number = ? and token_hash = ? and retired_at is null',
      [number, credential],
    );
    if (!row) return false;
    const before = row.problem === null ? undefined : (JSON.parse(row.problem) as HostProblem);
    if (before?.code === found?.code && before?.detail === found?.detail) return false;
    const since = before && before.code === found?.code ? before.since : now.toISOString();
    const problem: HostProblem | undefined = found && { ...found, since };
    await this.#query('update hosts set problem = ? where number = ? and token_hash = ? returning number', [
      problem ? JSON.stringify(problem) : null,
      number,
      credential,
    ]);
    return true;
  }

  #query<Row = { number: number }>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return queryRows(this.em.fork(), sql, values);
  }
}
