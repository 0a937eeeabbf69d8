import { endIncidentsOfHost } from '../features/alerts/incidents/end-incidents.js';
import { MINUTE_MS } from '../features/monitoring/history/chunk-table.js';
import { Resolution } from '../features/monitoring/history/resolution.js';
import type { HostFacts } from '../features/monitoring/host/facts/host-facts.js';
import { HostEditing } from '../features/monitoring/hosts/editing/host-editing.js';
import { EDITED_HOST } from '../features/monitoring/hosts/host-feed.js';
import { ScrapeStore } from '../features/monitoring/hosts/source/scrape-store.js';
import { computeHostState } from '../features/monitoring/hosts/status/host-state.js';
import type { HostStatus } from '../features/monitoring/hosts/status/host-states.js';
import type { HostRecord } from '../features/monitoring/hosts/storage/host-record.js';
import { HostTable } from '../features/monitoring/hosts/storage/host-table.js';
import { ONLY_HOST } from '../features/monitoring/read-measuring.js';
import type { UnitOfWork } from '../platform/db/database.js';
import { dialectOf } from '../platform/db/dialect.js';
import { queryRows } from '../platform/db/query-rows.js';
import { tellNodes } from '../platform/nodes/tell-nodes.js';
import { CommandFailure } from '../shared/errors/command-failure.js';
import type { Accounts } from './open-accounts.js';

/** A host as described by its row. */
export type ListedHost = Omit<HostStatus, 'facts' | 'newest'> & {
  /** The name the machine reports for itself; undefined until it has reported one. */
  readonly hostName: string | undefined;
};

/** Opens the hosts for a command that has already opened the accounts. */
export function openHosts({ em, clock, audit, settings, secretKey }: Accounts) {
  const table = new HostTable(em, clock);
  const edited = new Set<number>();
  const list = async () => {
    const ownSeenAt = await ownHistoryUntil(em);
    return (await table.records(new Date(0))).map((record) =>
      shapeListed(record, {
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
      scrapeStore: new ScrapeStore(secretKey),
      whenRetired: endIncidentsOfHost,
      onChange: (number) => edited.add(number),
    }),
    list,
    /** Notifies a running service of the edited hosts. */
    async tell(): Promise<void> {
      for (const number of edited) await tellNodes(em.fork(), EDITED_HOST, number);
    },
    /** Finds a host by the name or id the operator typed. */
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
 * Returns when the history of the service's own machine was last written, on SQLite. There, the newest samples are only
 * in the service's memory; the service writes them once a minute and when it stops.
 */
async function ownHistoryUntil(em: UnitOfWork): Promise<Date | undefined> {
  if (dialectOf(em) !== 'sqlite') return undefined;
  const [row] = await queryRows<{ start_minute: number | null }>(
    em.fork(),
    'select max(start_minute) as start_minute from host_chunks where host_number = ? and resolution = ?',
    [ONLY_HOST, Resolution.SAMPLES],
  );
  return row?.start_minute == null ? undefined : new Date((row.start_minute + 1) * MINUTE_MS);
}

interface SeenHost {
  readonly now: Date;
  readonly seenAt: Date | undefined;
}

function shapeListed({ newest, facts, isRetired, ...record }: HostRecord, { now, seenAt }: SeenHost): ListedHost {
  // A minute is written only once it is over, so a delay of up to a minute does not count as late.
  const isByHistory = !newest && record.number === ONLY_HOST;
  const intervalMs = isByHistory ? Math.max(record.intervalMs, MINUTE_MS) : record.intervalMs;
  return {
    ...record,
    hostName: facts ? (JSON.parse(facts) as HostFacts).name : undefined,
    state: computeHostState({ intervalMs, isRetired, seenAt }, now),
    lastSeenAt: seenAt,
  };
}
