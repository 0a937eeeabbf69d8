import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../platform/db/database.js';
import type { NodeEvents, NodeLocks } from '../../platform/nodes/node-events.js';
import type { Settings } from '../../settings/settings.js';
import type { Logger } from '../../shared/logger.js';
import type { Clock } from '../../shared/time/clock.js';
import type { Analyses } from './analysis/analyses.js';
import { SharedAnalyses } from './analysis/shared-analyses.js';
import type { HostChunks, ReadableHistory } from './history/history-reading.js';
import { readHistoryRows } from './history/history-rows.js';
import type { RecentMinutes } from './history/recent-minutes.js';
import { OwnFacts } from './host/facts/own-facts.js';
import type { MeasuredHosts } from './hosts/measured-hosts.js';
import { OnlyNode } from './hosts/only-node.js';
import { SharedHosts } from './hosts/shared-hosts.js';
import type { SampleInMemory } from './hosts/status/known-host.js';
import { HostHistoryStore } from './hosts/storage/host-history-store.js';
import { HostTable } from './hosts/storage/host-table.js';
import { storedHistory } from './hosts/storage/stored-history.js';
import { UnwrittenHistory } from './hosts/unwritten-history.js';
import { ONLY_HOST, readMeasuring } from './read-measuring.js';
import { type Sample, Sampler } from './sampler.js';

/** The default host, and how this machine's samples reach it. */
export interface OwnHosts {
  readonly shown: { readonly latest: Sample; readonly intervalMs: number };
  readonly history: ReadableHistory & { flush(): Promise<void> };
  readonly measured: MeasuredHosts;
  /** The numbers of this machine and of the default host; undefined until they are known. */
  readonly numbers: { readonly own: () => number | undefined; readonly shown: () => number | undefined };
  /** Returns a host's sample in memory if it is newer than the one in the table. */
  readonly inMemory: (number: number) => SampleInMemory | undefined;
  /** Chunks of all hosts, including those that are still in memory. */
  readonly chunks: HostChunks & RecentMinutes;
  readonly analyses?: Analyses;
  readonly add: (sample: Sample) => void;
  /** Starts sampling; resolves to the number of this machine if there may be several. */
  readonly start: (sample: () => Promise<void>) => Promise<number | null>;
  readonly stop: () => void;
}

interface OwnHostsDeps {
  readonly settings: Settings;
  readonly em: UnitOfWork;
  readonly events: NodeEvents & NodeLocks;
  /** Unique to this process. */
  readonly nodeId: string;
  /** The machine's id; required if several nodes share a database. */
  readonly hostId: string | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called once for each new sample that is shown, after it has been added to the history. */
  readonly publish: (sample: Sample) => void;
  readonly ownFacts: Pick<OwnFacts, 'read'>;
  readonly table: HostTable;
  readonly store: HostHistoryStore;
  readonly sampler: () => Sampler;
  /** Called with the number of this machine once one of its samples is shown. */
  readonly onSample: (number: number) => void;
}

/** Creates the hosts that this process measures itself, as the database demands. */
export function createOwnHosts(deps: OwnHostsDeps): OwnHosts {
  return deps.settings.database.kind === 'sqlite' ? onlyHost(deps) : sharedHosts(deps);
}

/**
 * For a single node whose only host is this machine. Samples are shown as soon as they are taken, and kept in memory
 * for up to a minute before they are written.
 */
function onlyHost({ clock, logger, publish, ownFacts, table, store, sampler, ...rest }: OwnHostsDeps): OwnHosts {
  const measuring = readMeasuring(rest.settings);
  const chunks = new UnwrittenHistory({ store, logger });
  const only = new OnlyNode({ table, facts: ownFacts, measuring });
  let newest: SampleInMemory | undefined;
  return {
    shown: {
      get latest() {
        return sampler().latest;
      },
      intervalMs: rest.settings.metricsIntervalMs,
    },
    history: {
      ...storedHistory({ number: ONLY_HOST, readSettings: async () => measuring, clock, chunks }),
      flush: () => chunks.flush(),
    },
    chunks,
    measured: {
      list: (since) => only.withOthers(sampler().latest, since),
      shownNumber: ONLY_HOST,
      rows: (number, request) => readHistoryRows(chunks, number, request),
    },
    numbers: { own: () => ONLY_HOST, shown: () => ONLY_HOST },
    inMemory: (number) => (number === ONLY_HOST ? newest : undefined),
    add: (sample) => {
      chunks.add(sample);
      newest = { sample, seenAt: new Date(sample.sampledAt) };
      publish(sample);
      rest.onSample(ONLY_HOST);
    },
    start: async (sample) => {
      await sample();
      // A missing row gets a random id, since the database file may be moved to another machine.
      await table.register({ id: randomUUID(), facts: await ownFacts.read(), ...measuring });
      return null;
    },
    stop: () => {},
  };
}

/** Used if several nodes share one database. */
function sharedHosts(deps: OwnHostsDeps): OwnHosts {
  const { em, events, clock, hostId, settings } = deps;
  if (hostId === undefined) throw new Error('The id of this machine is missing');
  const hosts: SharedHosts = new SharedHosts({
    ...deps,
    ownHost: { id: hostId, ...readMeasuring(settings) },
    onStored: () => hosts.ownNumber !== undefined && deps.onSample(hosts.ownNumber),
  });
  const numbers = { own: () => hosts.ownNumber, shown: () => hosts.shownNumber };
  return {
    shown: hosts,
    history: hosts,
    chunks: deps.store,
    measured: hosts,
    numbers,
    inMemory: () => undefined,
    analyses: new SharedAnalyses({ em, events, clock, timeoutMs: settings.ai.timeoutMs }),
    add: (sample) => hosts.add(sample),
    start: (sample) => hosts.start(sample),
    stop: () => hosts.stop(),
  };
}
