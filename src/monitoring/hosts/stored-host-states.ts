import type { UnitOfWork } from '../../db/database.js';
import type { Clock } from '../../shared/clock.js';
import { ChunkTable } from '../history/chunk-table.js';
import { oldestStoredMs, type ReadableHistory, readHistory } from '../history/history-reading.js';
import { Resolution } from '../history/metrics-chunk.entity.js';
import type { HostFacts } from '../host/host-facts.js';
import type { Sample } from '../sampler.js';
import { Host } from './host.entity.js';
import { tagsOf } from './host-editing.js';
import type { HostState, HostStates, HostStatus } from './host-states.js';
import { NoSuchHost } from './hosts.errors.js';

const LATE_INTERVALS = 3;
const AWAY_MS = 120_000;

interface StoredHostStatesDeps {
  readonly em: UnitOfWork;
  readonly clock: Pick<Clock, 'now'>;
}

/** The hosts as the database has them, for who does not follow what their agents send. */
export class StoredHostStates implements Pick<HostStates, 'list' | 'history'> {
  constructor(private readonly deps: StoredHostStatesDeps) {}

  /** All hosts, in the order of their numbers. */
  async list(): Promise<readonly HostStatus[]> {
    const nowMs = this.deps.clock.now().getTime();
    const options = { orderBy: { number: 'asc' }, disableIdentityMap: true } as const;
    return (await this.deps.em.fork().find(Host, {}, options)).map((host) => statusOf(host, nowMs));
  }

  /** The history of a host; to read it fails when there is no such host. */
  history(number: number): ReadableHistory {
    const { em, clock } = this.deps;
    return {
      read: async (range) => {
        const host = await em.fork().findOne(Host, { number });
        if (!host) throw new NoSuchHost();
        const { intervalMs, samplesDays, minutesDays, hoursDays } = host;
        const kept = {
          [Resolution.SAMPLES]: samplesDays,
          [Resolution.MINUTES]: minutesDays,
          [Resolution.HOURS]: hoursDays,
        };
        return readHistory(range, {
          intervalMs,
          oldestMs: (resolution) => oldestStoredMs(clock.now(), kept, resolution),
          read: async (resolution) => ({
            written: await new ChunkTable(em.fork(), number).readRange(resolution, range.fromMs, range.toMs),
            growing: [],
          }),
        });
      },
    };
  }
}

function statusOf(host: Host, nowMs: number): HostStatus {
  const { number, id, name, hasAgent, newest, lastSeenAt, facts, agentVersion, intervalMs, clockSkewMs } = host;
  return {
    number,
    id,
    name,
    tags: tagsOf(host),
    hasAgent,
    state: stateOf(host, nowMs),
    lastSeenAt: newest === null ? undefined : lastSeenAt,
    facts: facts === null ? undefined : (JSON.parse(facts) as HostFacts),
    version: agentVersion ?? undefined,
    intervalMs,
    clockSkewMs: clockSkewMs ?? undefined,
    newest: newest === null ? undefined : (JSON.parse(newest) as Sample),
  };
}

function stateOf({ retiredAt, newest, lastSeenAt, intervalMs }: Host, nowMs: number): HostState {
  if (retiredAt) return 'RETIRED';
  const silentMs = nowMs - lastSeenAt.getTime();
  if (newest === null || silentMs > AWAY_MS) return 'AWAY';
  return silentMs > LATE_INTERVALS * intervalMs ? 'LATE' : 'LIVE';
}
