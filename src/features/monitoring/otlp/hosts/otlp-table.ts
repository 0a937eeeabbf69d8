import type { UnitOfWork } from '../../../../platform/db/database.js';
import { queryRows } from '../../../../platform/db/query-rows.js';
import type { OtlpSender } from '../otlp-receiver.js';

/** A host of a collector. */
export interface CollectorHost {
  readonly number: number;
  /** Its `host.name`. */
  readonly resourceName: string;
  /** Null once it is retired. */
  readonly credential: string | null;
}

/** Tokens of OTLP, and the rows of the hosts they send for. */
export class OtlpTable {
  constructor(private readonly em: UnitOfWork) {}

  /** Finds out what a token may send for: `agent` if it is an agent's, undefined if it is unknown or no longer valid. */
  async findSender(tokenHash: string): Promise<OtlpSender | 'agent' | undefined> {
    const [host] = await this.#query<{ number: number; source: string | null }>(
      'select number, source from hosts where token_hash = ? and has_agent and retired_at is null',
      [tokenHash],
    );
    if (host) return host.source === 'OTLP' ? { kind: 'host', number: host.number, credential: tokenHash } : 'agent';
    const [collector] = await this.#query<{ id: string }>(
      'select id from collectors where token_hash = ? and retired_at is null',
      [tokenHash],
    );
    return collector && { kind: 'collector', id: collector.id };
  }

  /** Returns all hosts of a collector, including those that staff have retired. */
  async hostsOf(collectorId: string): Promise<CollectorHost[]> {
    const rows = await this.#query<{ number: number; resource_name: string; token_hash: string | null }>(
      'select number, resource_name, token_hash from hosts where collector_id = ? and resource_name is not null',
      [collectorId],
    );
    return rows.map(({ number, resource_name, token_hash }) => ({
      ...{ number, resourceName: resource_name, credential: token_hash },
    }));
  }

  /** Replaces the names of unknown metrics of a host, while its credential is the given one. */
  async setUnknownMetrics(number: number, credential: string, names: readonly string[]): Promise<void> {
    await this.#query('update hosts set unknown_metrics = ? where number = ? and token_hash = ? returning number', [
      ...[names.length > 0 ? JSON.stringify(names) : null, number, credential],
    ]);
  }

  #query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return queryRows(this.em.fork(), sql, values);
  }
}
