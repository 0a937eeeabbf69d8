import type { MeasuredHostState, MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import type { Sample } from '../../monitoring/sampler.js';
import type { ReadQuantity } from '../rules/evaluate.js';
import type { AlertExpression } from '../rules/expression/alert-expression.js';
import type { Quantity } from '../rules/expression/atoms.js';
import { collectHostFigures, type HostFigures, listCountedDisks } from '../rules/host-figures.js';
import { collectWindows, HostWindows } from '../rules/windows/windows.js';
import { fillWindows } from './fill-windows.js';
import { isStored } from './history-figures.js';

/** The windows that rules read. */
export interface NeededWindows {
  readonly expressions: readonly AlertExpression[];
  /** Identifies the set of windows. */
  readonly key: string;
}

export function neededWindows(expressions: readonly AlertExpression[]): NeededWindows {
  return { expressions, key: JSON.stringify(collectWindows(expressions)) };
}

interface KeptHost {
  /** For figures that the history stores; refilled from it whenever rules need different windows. */
  readonly windows: HostWindows;
  /**
   * For figures that the history does not store, such as individual file systems. Kept when rules change, because they
   * cannot be refilled.
   */
  readonly liveWindows: HostWindows;
  /** The windows that are filled. */
  readonly needs: NeededWindows;
  newest: Sample | undefined;
  /** The file systems of the newest sample that count in `disk`. */
  disks: HostFigures['disks'];
}

export interface EvaluationInput {
  readonly read: ReadQuantity;
  readonly atMs: number;
  /** Usage in percent of each file system that counts in `disk`, by mount path, as of the newest sample. */
  readonly disks: HostFigures['disks'];
}

/** A host that has been silent for this many intervals is evaluated as of the current time. */
const SILENT_INTERVALS = 1.5;

/** Keeps the values of all hosts, as far back as rules reach. It is filled from the history, then sample by sample. */
export class HostFiguresCache {
  readonly #hosts = new Map<number, KeptHost>();

  constructor(private readonly hosts: Pick<MeasuredHosts, 'rows'>) {}

  /** Clears the cache when another process has taken over. */
  clear(): void {
    this.#hosts.clear();
  }

  /**
   * Returns the next input for evaluating a host: its new sample, or the current time if it is silent; undefined
   * otherwise.
   */
  async next(host: MeasuredHostState, needs: NeededWindows, now: Date): Promise<EvaluationInput | undefined> {
    const kept = await this.#keep(host, needs, now);
    const { newest } = host;
    if (newest && newest.sampledAt !== kept.newest?.sampledAt) {
      const atMs = Date.parse(newest.sampledAt);
      const figures = collectHostFigures(newest, atMs);
      kept.windows.add(figures);
      kept.liveWindows.add(figures);
      kept.disks = listCountedDisks(newest);
      const isFirst = kept.newest === undefined;
      kept.newest = newest;
      // The last sample of a silent host was evaluated before this process took over. Evaluating it again, as of its
      // own time, would end the incidents about the host's silence.
      if (!isFirst || now.getTime() <= this.#silentAtMs(host)) return buildInput(kept, atMs);
    }
    return now.getTime() <= this.#silentAtMs(host) ? undefined : buildInput(kept, now.getTime());
  }

  /**
   * Returns when the host counts as silent unless it sends another sample; always in the past if it has never sent one.
   */
  #silentAtMs({ number, intervalMs }: MeasuredHostState): number {
    const newest = this.#hosts.get(number)?.newest;
    return newest ? Date.parse(newest.sampledAt) + SILENT_INTERVALS * intervalMs : Number.NEGATIVE_INFINITY;
  }

  /**
   * Returns the cached host, filling it if necessary. Its newest sample may already be included, but adding it again
   * has no effect.
   */
  async #keep(host: MeasuredHostState, needs: NeededWindows, now: Date): Promise<KeptHost> {
    const known = this.#hosts.get(host.number);
    if (known?.needs === needs) return known;
    const stored = withOnly(needs, isStored);
    const live = withOnly(needs, (quantity) => !isStored(quantity));
    let windows = known?.needs.key === needs.key ? known.windows : undefined;
    // Different expressions may read the same windows.
    windows?.needs(stored);
    const filled = { ...host, newest: host.newest ?? known?.newest };
    windows ??= (await fillWindows({ hosts: this.hosts, host: filled, expressions: stored, now })).windows;
    const { liveWindows = new HostWindows(host.intervalMs), newest, disks = NO_DISKS } = known ?? {};
    liveWindows.needs(live);
    const kept = { windows, liveWindows, needs, newest, disks };
    this.#hosts.set(host.number, kept);
    return kept;
  }
}

/** Reduces expressions to certain quantities. The result can only be used to determine windows. */
function withOnly({ expressions }: NeededWindows, isMeant: (quantity: Quantity) => boolean): AlertExpression[] {
  return expressions.map(({ expression, atoms }) => ({
    expression,
    atoms: atoms.filter((atom) => atom.kind === 'comparison' && isMeant(atom.quantity)),
  }));
}

const NO_DISKS: HostFigures['disks'] = new Map();

function buildInput(kept: KeptHost, atMs: number): EvaluationInput {
  return { read: createReader(kept, atMs), atMs, disks: kept.disks };
}

function createReader({ windows, liveWindows }: KeptHost, atMs: number): ReadQuantity {
  const [stored, live] = [windows.at(atMs), liveWindows.at(atMs)];
  // The history's newest row also tells how long the host has been silent.
  return (quantity) => (quantity.name === 'away' || isStored(quantity) ? stored : live)(quantity);
}
