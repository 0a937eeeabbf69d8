import type { HostStateName } from '../../../components/status/host-condition';
import { type MinutePoint, withReading, withStored } from '../charts/sparklines/minute-points';
import type { ListedHost, Sparklines } from './hosts.operations';

/** Values at one time; null if not reported. */
export type Figures = {
  readonly cpu: number | null;
  readonly ram: number | null;
  readonly disk: number | null;
  /** Bytes received per second. */
  readonly received: number | null;
  readonly sent: number | null;
};

/** The current state of a host. */
export interface KnownFigures {
  readonly state: HostStateName;
  /** Current values; undefined before the first sample. */
  readonly figures: Figures | undefined;
  /** When it last sent values, in milliseconds since 1970; undefined if never. */
  readonly seenMs: number | undefined;
  /** The last hour, minute by minute. */
  readonly points: readonly MinutePoint[];
  /** The end of that hour, in seconds since 1970. */
  readonly end: number;
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

const MINUTE = 60;

/** Values of the hosts, first from the list and then pushed; each row subscribes to its own. */
export class HostFigures {
  readonly #known = new Map<string, KnownFigures>();
  readonly #listeners = new Map<string, Set<() => void>>();
  /** Hosts whose every change is being pushed: no push means that nothing has changed. */
  readonly #watched = new Set<string>();

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
      const { points = [], end = 0 } = this.#known.get(id) ?? {};
      const sends = state === 'LIVE' || state === 'LATE';
      const next = { state, figures, seenMs, points, end };
      this.#set(id, figures && sends && seenMs !== undefined ? extended(next, seenMs / 1000, figures) : next);
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
      const points = before?.points ?? [];
      const isUnchanged = sends && this.#watched.has(id);
      const next = {
        state: read.state,
        figures: isEmpty ? before?.figures : read.figures,
        seenMs: read.state === 'LIVE' ? atMs : before?.seenMs,
        points: isUnchanged ? unchangedUntil(points, atMs / 1000 - MINUTE, before?.figures) : points,
        end: before?.end ?? 0,
      };
      this.#set(id, sends && !isEmpty ? extended(next, atMs / 1000, read.figures) : next);
      if (sends) this.#watched.add(id);
      else this.#watched.delete(id);
    }
  }

  /** Takes the last hour of some hosts; readings received since are kept. */
  fill({ from, hosts }: Sparklines): void {
    const fromSeconds = Date.parse(from) / 1000;
    for (const { host: id, ...series } of hosts) {
      const known = this.#known.get(id);
      if (!known) continue;
      const stored = series.cpuPercent.flatMap((_, minute) => {
        const figures = {
          cpu: series.cpuPercent[minute] ?? null,
          ram: series.ramPercent[minute] ?? null,
          disk: series.diskPercent[minute] ?? null,
          received: series.networkReceived[minute] ?? null,
          sent: series.networkSent[minute] ?? null,
        };
        const isEmpty = Object.values(figures).every((figure) => figure === null);
        return isEmpty ? [] : [{ at: fromSeconds + minute * MINUTE, figures }];
      });
      const end = Math.max(known.end, fromSeconds + (series.cpuPercent.length - 1) * MINUTE);
      this.#set(id, { ...known, points: withStored(known.points, stored), end });
    }
  }

  /** Called when these hosts are no longer pushed. */
  pause(ids: Iterable<string>): void {
    for (const id of ids) this.#watched.delete(id);
  }

  #set(id: string, known: KnownFigures): void {
    this.#known.set(id, known);
    for (const listener of this.#listeners.get(id) ?? []) listener();
  }
}

const NOTHING = { cpuPercent: null, ramPercent: null, diskPercent: null, networkReceived: null, networkSent: null };

function extended(known: KnownFigures, at: number, figures: Figures): KnownFigures {
  const points = withReading(known.points, at, figures);
  return { ...known, points, end: Math.max(known.end, points.at(-1)?.at ?? 0) };
}

/** Continues the newest minute up to a time. */
function unchangedUntil(points: readonly MinutePoint[], until: number, figures: Figures | undefined) {
  let continued = points;
  if (!figures) return continued;
  for (let last = points.at(-1)?.at ?? until; last + MINUTE <= until; last += MINUTE) {
    continued = withReading(continued, last + MINUTE, figures);
  }
  return continued;
}
