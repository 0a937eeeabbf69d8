import { endIncidentsOfHost } from '../features/alerts/incidents/end-incidents.js';
import { MINUTE_MS } from '../features/monitoring/history/chunk-table.js';
import { Resolution } from '../features/monitoring/history/metrics-chunk.entity.js';
import type { HostFacts } from '../features/monitoring/host/facts/host-facts.js';
import { HostEditing } from '../features/monitoring/hosts/editing/host-editing.js';
import { EDITED_HOST } from '../features/monitoring/hosts/host-feed.js';
import { hostStateOf } from '../features/monitoring/hosts/status/host-state.js';
import type { HostStatus } from '../features/monitoring/hosts/status/host-states.js';
import type { HostRecord } from '../features/monitoring/hosts/storage/host-record.js';
import { HostTable } from '../features/monitoring/hosts/storage/host-table.js';
import { ONLY_HOST } from '../features/monitoring/measuring-of.js';
import type { UnitOfWork } from '../platform/db/database.js';
import { dialectOf } from '../platform/db/dialect.js';
import { queryRows } from '../platform/db/query-rows.js';
import { tellNodes } from '../platform/nodes/tell-nodes.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import type { Accounts } from './open-accounts.js';

/** A host as its row has it. */
export type ListedHost = Omit<HostStatus, 'facts' | 'newest'> & {
  /** What the machine calls itself; undefined before it has said so. */
  readonly hostName: string | undefined;
};

/** The hosts, for a command that has the accounts open. */
export function openHosts({ em, clock, audit, settings }: Accounts) {
  const table = new HostTable(em, clock);
  const edited = new Set<number>();
  const list = async () => {
    const ownSeenAt = await ownHistoryUntil(em);
    return (await table.records(new Date(0))).map((record) =>
      listedOf(record, {
        now: clock.now(),
        seenAt: record.newest ? record.lastSeenAt : record.number === ONLY_HOST ? ownSeenAt : undefined,
      }),
    );
  };
  return {
    editing: new HostEditing({
      em,
      clock,
      audit,
      intervalMs: settings.metricsIntervalMs,
      whenRetired: endIncidentsOfHost,
      onChange: (number) => edited.add(number),
    }),
    list,
    /** Tells a service that runs beside this of what has been changed. */
    async tell(): Promise<void> {
      for (const number of edited) await tellNodes(em.fork(), EDITED_HOST, number);
    },
    /** The host of a name as it was typed, or of an id. */
    async named(typed: string): Promise<ListedHost> {
      const present = (await list()).filter(({ state }) => state !== 'RETIRED');
      const host =
        present.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase()) ??
        present.find(({ number }) => String(number) === typed);
      if (!host) throw new CommandFailure(`There is no host ${JSON.stringify(typed)}: see "vigia host list".`);
      return host;
    },
  };
}

/**
 * When the history of the service's own machine was written last, on SQLite, where its newest samples are in the memory of the
 * service: that is once a minute, and when the service ends.
 */
async function ownHistoryUntil(em: UnitOfWork): Promise<Date | undefined> {
  if (dialectOf(em) !== 'sqlite') return undefined;
  const [row] = await queryRows<{ start_minute: number | null }>(
    em.fork(),
    `select max(start_minute) as start_minute from metrics_chunks where resolution = ${Resolution.SAMPLES}`,
  );
  return row?.start_minute == null ? undefined : new Date((row.start_minute + 1) * MINUTE_MS);
}

interface SeenHost {
  readonly now: Date;
  /** When it was seen last; undefined when that is not known. */
  readonly seenAt: Date | undefined;
}

function listedOf({ newest, facts, isRetired, ...record }: HostRecord, { now, seenAt }: SeenHost): ListedHost {
  // A minute is written when it is over: what is later than its samples is not late.
  const isByHistory = !newest && record.number === ONLY_HOST;
  const intervalMs = isByHistory ? Math.max(record.intervalMs, MINUTE_MS) : record.intervalMs;
  return {
    ...record,
    hostName: facts ? (JSON.parse(facts) as HostFacts).name : undefined,
    state: hostStateOf({ intervalMs, isRetired, seenAt }, now),
    lastSeenAt: seenAt,
  };
}
