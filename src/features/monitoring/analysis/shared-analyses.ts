import type { UnitOfWork } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Clock } from '../../../shared/time/clock.js';
import { readTimestamp } from '../../../shared/time/timestamp.js';
import type { Analyses, KeptAnalysis, AnalysisKey as Key } from './analyses.js';
import { AnalysisFailure } from './analysis-provider.js';

/** Topic on which a node announces that a provider call has ended. */
const ENDED = 'analysis';

/** Interval for polling for another node's answer, in case its announcement is lost. */
const POLL_MS = 500;

/** How long analyses are kept, counted back from the newest sample. */
const KEPT_MS = 120_000;

/** How much longer a claim is valid than its call may take. */
const CLAIM_MARGIN_MS = 1000;

interface SharedAnalysesDeps {
  readonly em: UnitOfWork;
  readonly events: Pick<NodeEvents, 'publish' | 'subscribe'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly timeoutMs: number;
}

const IS_KEY = 'host_number = ? and language = ? and sampled_at = ?::timestamptz';

/**
 * The analyses of all nodes, kept in PostgreSQL. Any node can send what another one has shown, and one node calls the
 * provider on behalf of all.
 */
export class SharedAnalyses implements Analyses {
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(private readonly deps: SharedAnalysesDeps) {
    deps.events.subscribe(ENDED, (key) => {
      for (const wake of this.#waiting.get(String(key)) ?? []) wake();
    });
  }

  begin(key: Key): KeptAnalysis {
    return this.#analysis(key);
  }

  async find({ language, sampledAt, hostNumber }: Key, { ofAnyHost }: { readonly ofAnyHost: boolean }) {
    if (!isSampleTime(sampledAt)) return undefined;
    const [row] = await this.#query<{ host_number: number; prompt: string }>(
      `select host_number, prompt from analyses where language = ? and sampled_at = ?::timestamptz
        and (host_number = ? or (? and host_number not in (select number from hosts where has_agent))) order by host_number = ? desc limit 1`,
      [language, sampledAt, hostNumber, ofAnyHost, hostNumber],
    );
    return row && { ...this.#analysis({ hostNumber: row.host_number, language, sampledAt }), prompt: row.prompt };
  }

  #analysis(key: Key): KeptAnalysis {
    return {
      keep: (prompt) => this.#keep(key, prompt),
      answerOnce: (call, signal) => this.#answerOnce(key, call, signal),
    };
  }

  async #keep({ hostNumber, language, sampledAt }: Key, prompt: string): Promise<string> {
    const keptFrom = new Date(Date.parse(sampledAt) - KEPT_MS).toISOString();
    await this.#query('delete from analyses where sampled_at < ?::timestamptz', [keptFrom]);
    const [row] = await this.#query<{ prompt: string }>(
      `insert into analyses (host_number, language, sampled_at, prompt) values (?, ?, ?::timestamptz, ?)
        on conflict (host_number, language, sampled_at) do update set prompt = analyses.prompt returning prompt`,
      [hostNumber, language, sampledAt, prompt],
    );
    return row?.prompt ?? prompt;
  }

  async #answerOnce(key: Key, call: () => Promise<string>, signal: AbortSignal): Promise<string> {
    for (let hasWaited = false; ; ) {
      const [row] = await this.#query<{ answer: string | null; is_asked: boolean; is_awaited: boolean | null }>(
        `select answer, claimed_until is not null as is_asked, claimed_until > now() as is_awaited
          from analyses where ${IS_KEY}`,
        valuesOf(key),
      );
      // The table is unlogged, so a crash of PostgreSQL empties it.
      if (!row) return call();
      if (row.answer !== null) return row.answer;
      signal.throwIfAborted();
      if (row.is_awaited) {
        await this.#change(nameOf(key), signal);
        hasWaited = true;
      } else if (hasWaited && !row.is_asked) throw new AnalysisFailure('another node got no answer');
      // An expired claim belongs to a node that died.
      else if (await this.#claim(key)) return this.#ask(key, call);
    }
  }

  async #claim(key: Key): Promise<boolean> {
    const rows = await this.#query(
      `update analyses set claimed_until = now() + ? * interval '1 millisecond'
        where ${IS_KEY} and answer is null and (claimed_until is null or claimed_until < now()) returning 1`,
      [this.deps.timeoutMs + CLAIM_MARGIN_MS, ...valuesOf(key)],
    );
    return rows.length > 0;
  }

  async #ask(key: Key, call: () => Promise<string>): Promise<string> {
    let answer: string | null = null;
    try {
      answer = await call();
      return answer;
    } finally {
      // If this write fails, the other nodes find out when the claim expires.
      const sql = `update analyses set claimed_until = null, answer = ? where ${IS_KEY}`;
      await this.#query(sql, [answer, ...valuesOf(key)]).catch(() => {});
      this.deps.events.publish(ENDED, nameOf(key));
    }
  }

  /** Resolves when there may be an answer, or when the caller stops waiting. */
  #change(name: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(name) ?? new Set();
      this.#waiting.set(name, waiting);
      const wake = () => {
        stopPolling();
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0) this.#waiting.delete(name);
        resolve();
      };
      const stopPolling = this.deps.clock.every(POLL_MS, wake);
      signal.addEventListener('abort', wake);
      waiting.add(wake);
    });
  }

  #query<Row>(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return queryRows(this.deps.em.fork(), sql, values);
  }
}

/**
 * Whether an untrusted string is a timestamp in the form used by samples. PostgreSQL does not accept every one that
 * JavaScript does.
 */
function isSampleTime(text: string): boolean {
  const ms = readTimestamp(text);
  return ms !== undefined && ms >= 0 && new Date(ms).toISOString() === text;
}

function valuesOf({ hostNumber, language, sampledAt }: Key): readonly unknown[] {
  return [hostNumber, language, sampledAt];
}

function nameOf({ hostNumber, language, sampledAt }: Key): string {
  return `${hostNumber} ${language} ${sampledAt}`;
}
