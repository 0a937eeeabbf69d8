import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../../../platform/db/database.js';
import type { Clock } from '../../../../shared/time/clock.js';
import { hashOfHostToken, newHostToken } from '../../host-token.js';
import { HOSTS_MAX, OTLP_INTERVAL_MS, REMOTE_RETENTION } from '../../hosts/editing/host-editing.js';
import { Collector } from '../../hosts/storage/collector.entity.js';
import { Host } from '../../hosts/storage/host.entity.js';
import { lockHostNumbers, newHostNumber } from '../../hosts/storage/host-numbers.js';
import { chooseHostName } from './host-names.js';
import type { OtlpTable } from './otlp-table.js';

/** Maximum number of hosts of a collector, not counting retired ones (decision 104). */
const HOSTS_OF_COLLECTOR_MAX = 200;

/** Interval after which a collector's hosts are read again, in case a message about a change was lost. */
const KEPT_MS = 30_000;

/** A host that may be sent for, or why none may. */
export type ResolvedHost =
  | { readonly number: number; readonly credential: string }
  | 'retired'
  /** The collector has as many hosts as it may have, or the service does. */
  | 'full';

interface CollectorHostsDeps {
  readonly em: UnitOfWork;
  readonly table: Pick<OtlpTable, 'hostsOf'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  /** Serializes writes to the host rows, because two at a time might deadlock. */
  readonly inTurn: <T>(job: () => Promise<T>) => Promise<T>;
  /** Called once a host that was added is durable. */
  readonly onAdded: (number: number) => void;
}

type Hosts = ReadonlyMap<string, ResolvedHost>;

/** Finds the hosts of collectors by their `host.name`, and adds those that are new. */
export class CollectorHosts {
  readonly #known = new Map<string, { readonly hosts: Hosts; readonly readMs: number }>();

  constructor(private readonly deps: CollectorHostsDeps) {}

  /** Returns a host for each of a collector's names. */
  async resolve(collectorId: string, names: readonly string[]): Promise<ReadonlyMap<string, ResolvedHost>> {
    let hosts = await this.#read(collectorId);
    // A request may name a hundred times as many hosts as there may be, again and again.
    const present = [...hosts.values()].filter((host) => typeof host !== 'string');
    const room = HOSTS_OF_COLLECTOR_MAX - present.length;
    const missing = names.filter((name) => !hosts.has(name)).slice(0, Math.max(0, room));
    if (missing.length > 0) {
      await this.deps.inTurn(() => this.#addAll(collectorId, missing));
      this.#known.delete(collectorId);
      hosts = await this.#read(collectorId);
    }
    return new Map(names.map((name) => [name, hosts.get(name) ?? 'full']));
  }

  /** Called when hosts may have changed. */
  forget(): void {
    this.#known.clear();
  }

  async #read(collectorId: string): Promise<Hosts> {
    const nowMs = this.deps.clock.steady().getTime();
    const before = this.#known.get(collectorId);
    if (before && nowMs - before.readMs < KEPT_MS) return before.hosts;
    const rows = await this.deps.table.hostsOf(collectorId);
    const hosts = new Map<string, ResolvedHost>(
      rows.map(({ number, resourceName, credential }) => [
        resourceName,
        credential === null ? 'retired' : { number, credential },
      ]),
    );
    this.#known.set(collectorId, { hosts, readMs: nowMs });
    return hosts;
  }

  async #addAll(collectorId: string, names: readonly string[]): Promise<void> {
    const added = await this.deps.em.fork().transactional(async (unit) => {
      await lockHostNumbers(unit);
      const collector = await unit.findOne(Collector, { id: collectorId, retiredAt: null });
      if (!collector) return [];
      const present = await unit.find(
        Host,
        { retiredAt: null },
        { fields: ['name', 'collectorId', 'resourceName'], disableIdentityMap: true },
      );
      const own = present.filter((one) => one.collectorId === collectorId);
      // Another node may have added some of them meanwhile.
      const missing = names.filter((name) => !own.some(({ resourceName }) => resourceName === name));
      const room = Math.min(HOSTS_OF_COLLECTOR_MAX - own.length, HOSTS_MAX - present.length);
      const taken = new Set(present.map(({ name }) => name.toLowerCase()));
      const numbers: number[] = [];
      for (const resourceName of missing.slice(0, Math.max(0, room))) {
        const name = chooseHostName(resourceName, taken);
        taken.add(name.toLowerCase());
        numbers.push(await this.#add(unit, collector, { resourceName, name }));
      }
      return numbers;
    });
    for (const number of added) this.deps.onAdded(number);
  }

  async #add(unit: UnitOfWork, { id, tags }: Collector, names: Pick<Host, 'name' | 'resourceName'>): Promise<number> {
    const now = this.deps.clock.now();
    const host = unit.create(Host, {
      ...names,
      number: await newHostNumber(unit, { hasAgent: true }),
      id: randomUUID(),
      hasAgent: true,
      source: 'OTLP',
      collectorId: id,
      tags,
      // Nobody has this token: the collector's own counts.
      tokenHash: hashOfHostToken(newHostToken()),
      ...REMOTE_RETENTION,
      intervalMs: OTLP_INTERVAL_MS,
      firstSeenAt: now,
      lastSeenAt: now,
    });
    await unit.flush();
    return host.number;
  }
}
