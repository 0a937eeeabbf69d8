import type { HostStateName } from '../../../components/status/host-condition';
import type { ListedHost } from './hosts.operations';

/** Values at one time; null if not reported. */
export interface Figures {
  readonly cpu: number | null;
  readonly ram: number | null;
  readonly disk: number | null;
  /** Bytes received per second. */
  readonly received: number | null;
  readonly sent: number | null;
}

/** Values over time, in seconds since 1970; null while the host was not watched. */
export interface FiguresPoint {
  readonly at: number;
  readonly figures: Figures | null;
}

/** The current state of a host. */
export interface KnownFigures {
  readonly state: HostStateName;
  /** Current values; undefined before the first sample. */
  readonly figures: Figures | undefined;
  /** When it last sent values, in milliseconds since 1970; undefined if never. */
  readonly seenMs: number | undefined;
  readonly points: readonly FiguresPoint[];
}

/** A pushed row, identified by its index in the requested ids. */
export interface HostRow {
  readonly index: number;
  readonly state: HostStateName;
  readonly figures: Figures;
}

/** Host states, in the order of the server's state numbers. */
const STATES = ['LIVE', 'LATE', 'AWAY', 'RETIRED', 'WAITING'] as const satisfies HostStateName[];

/** Parses a row of `HostsTick`; undefined for unknown formats, which a newer server may send. */
export function readRow(row: readonly (number | null)[] | null): HostRow | undefined {
  const [index, stateNumber, cpu = null, ram = null, disk = null, received = null, sent = null] = row ?? [];
  const state = STATES[stateNumber ?? Number.NaN];
  if (typeof index !== 'number' || !state) return undefined;
  return { index, state, figures: { cpu, ram, disk, received, sent } };
}

/** Time span of the small charts. */
export const CHART_SECONDS = 300;

/** Maximum number of points: more would be less than two pixels apart. */
const POINTS_MAX = 60;

/** Values of the hosts, first from the list and then pushed; each row subscribes to its own. */
export class HostFigures {
  readonly #known = new Map<string, KnownFigures>();
  readonly #listeners = new Map<string, Set<() => void>>();

  get(id: string): KnownFigures | undefined {
    return this.#known.get(id);
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(id);
    };
  }

  /** Takes values from listed hosts, except for those in `pushed`, whose pushed values are newer. */
  list(hosts: readonly ListedHost[], pushed: ReadonlySet<string>): void {
    for (const { id, state, lastSeenAt, newest } of hosts) {
      if (pushed.has(id) && this.#known.has(id)) continue;
      const { cpuPercent, ramPercent, diskPercent, networkReceived, networkSent } = newest ?? NOTHING;
      const figures = newest
        ? { cpu: cpuPercent, ram: ramPercent, disk: diskPercent, received: networkReceived, sent: networkSent }
        : undefined;
      const seenMs = lastSeenAt === null ? undefined : Date.parse(lastSeenAt);
      this.#set(id, { state, figures, seenMs, points: this.#known.get(id)?.points ?? [] });
    }
  }

  /** Takes a tick's rows, which refer to these ids by index. */
  push(
    ids: readonly string[],
    { at, rows }: { at: string; rows: readonly (readonly (number | null)[] | null)[] },
  ): void {
    const atMs = Date.parse(at);
    for (const row of rows) {
      const read = readRow(row);
      const id = ids[read?.index ?? -1];
      if (!read || id === undefined) continue;
      const before = this.#known.get(id);
      const sends = read.state === 'LIVE' || read.state === 'LATE';
      const isEmpty = Object.values(read.figures).every((figure) => figure === null);
      this.#set(id, {
        state: read.state,
        figures: isEmpty ? before?.figures : read.figures,
        seenMs: read.state === 'LIVE' ? atMs : before?.seenMs,
        points: sends ? withPoint(before?.points ?? [], { at: atMs / 1000, figures: read.figures }) : [],
      });
    }
  }

  /** Marks hosts that are out of view: their lines get a gap that lasts until they are back in view. */
  pause(ids: Iterable<string>): void {
    for (const id of ids) {
      const known = this.#known.get(id);
      const last = known?.points.at(-1);
      if (!known || !last?.figures) continue;
      this.#known.set(id, { ...known, points: withPoint(known.points, { at: last.at, figures: null }) });
    }
  }

  #set(id: string, known: KnownFigures): void {
    this.#known.set(id, known);
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

const NOTHING = { cpuPercent: null, ramPercent: null, diskPercent: null, networkReceived: null, networkSent: null };

function withPoint(points: readonly FiguresPoint[], point: FiguresPoint): readonly FiguresPoint[] {
  const recent = points.filter(({ at }) => at > point.at - CHART_SECONDS && at <= point.at);
  return [...recent.slice(-(POINTS_MAX - 1)), point];
}
