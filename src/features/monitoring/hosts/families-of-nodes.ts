import { randomUUID } from 'node:crypto';
import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { NodeEvents } from '../../../platform/nodes/node-events.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { HostFamilies } from '../exposition/host-families.js';
import type { HostSeries } from '../exposition/host-series.js';
import { PACKED_MAX_LENGTH, packSeries, unpackSeries } from '../exposition/packed-series.js';

/** Topics of the requests and of the parts of their answers. */
const WANTED = 'families wanted';
const TOLD = 'families told';

/** How long to wait for other nodes, which wait for their agents for up to a second themselves. */
const WAIT_MS = 1500;

/** How long not to wait for a host that no node has told of, as one with an agent of an older version. */
const UNKNOWN_MS = 60_000;

/** Length of a part, so that it fits into a message between nodes, and the length of a UUID. */
const PART_LENGTH = 6000;
const ID_MAX = 36;

interface FamiliesOfNodesDeps {
  readonly events: NodeEvents;
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** The families that this node has. */
  readonly local: HostFamilies;
}

interface Told {
  readonly id: string;
  readonly host: number;
  readonly data: string;
  readonly more: boolean;
}

/** A request that is waiting for other nodes. */
interface Wanted {
  readonly waiting: Set<number>;
  readonly parts: Map<number, string>;
  readonly found: Map<number, HostSeries>;
  readonly end: () => void;
}

/** The families of all hosts at every node: those that this node does not have are asked of the others. */
export class FamiliesOfNodes implements HostFamilies {
  readonly #wanted = new Map<string, Wanted>();
  /** Hosts that no node has told of, and until when that counts. */
  readonly #unknown = new Map<number, number>();

  constructor(private readonly deps: FamiliesOfNodesDeps) {
    deps.events.subscribe(WANTED, (message) => void this.#answer(message));
    deps.events.subscribe(TOLD, (message) => this.#receive(message));
  }

  async read(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    const here = await this.deps.local.read(hosts);
    const nowMs = this.deps.clock.steady().getTime();
    const missing = hosts.filter((host) => !here.has(host) && (this.#unknown.get(host) ?? 0) <= nowMs);
    if (missing.length === 0 || !this.deps.events.isConnected) return here;
    return new Map([...here, ...(await this.#ask(missing))]);
  }

  async #ask(hosts: readonly number[]): Promise<ReadonlyMap<number, HostSeries>> {
    const { clock, events } = this.deps;
    const id = randomUUID();
    const wanted = await new Promise<Wanted>((resolve) => {
      const end = () => {
        stop();
        resolve(request);
      };
      const stop = clock.after(WAIT_MS, end);
      const request = { waiting: new Set(hosts), parts: new Map(), found: new Map(), end };
      this.#wanted.set(id, request);
      for (const some of chunksOf(hosts)) events.publish(WANTED, { id, hosts: some });
    });
    this.#wanted.delete(id);
    const untilMs = clock.steady().getTime() + UNKNOWN_MS;
    for (const host of wanted.waiting) this.#unknown.set(host, untilMs);
    for (const host of wanted.found.keys()) this.#unknown.delete(host);
    return wanted.found;
  }

  /** Answers another node with what this one has. The message is untrusted. */
  async #answer(message: unknown): Promise<void> {
    const { id, hosts } = Object(message) as { id?: unknown; hosts?: unknown };
    if (typeof id !== 'string' || id.length > ID_MAX || !Array.isArray(hosts)) return;
    const here = await this.deps.local.read(hosts).catch(() => new Map<number, HostSeries>());
    for (const [host, series] of here) {
      const packed = packSeries(series);
      if (packed === undefined) continue;
      for (let at = 0; at < packed.length; at += PART_LENGTH) {
        const part: Told = {
          ...{ id, host, data: packed.slice(at, at + PART_LENGTH) },
          more: at + PART_LENGTH < packed.length,
        };
        this.deps.events.publish(TOLD, part);
      }
    }
  }

  #receive(message: unknown): void {
    const { id, host, data, more } = Object(message) as Partial<Told>;
    const wanted = this.#wanted.get(String(id));
    if (!wanted || typeof host !== 'number' || typeof data !== 'string' || !wanted.waiting.has(host)) return;
    const packed = (wanted.parts.get(host) ?? '') + data;
    if (packed.length > PACKED_MAX_LENGTH) return;
    wanted.parts.set(host, packed);
    if (more) return;
    wanted.parts.delete(host);
    const series = unpackSeries(packed);
    if (!series) return;
    wanted.found.set(host, series);
    wanted.waiting.delete(host);
    if (wanted.waiting.size === 0) wanted.end();
  }
}
