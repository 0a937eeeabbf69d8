import type { MeasuredHostState, MeasuredHosts } from '../../monitoring/hosts/measured-hosts.js';
import type { Sample } from '../../monitoring/sampler.js';
import type { ReadQuantity } from '../rules/evaluate.js';
import type { AlertExpression } from '../rules/expression/alert-expression.js';
import type { Quantity } from '../rules/expression/atoms.js';
import { hostFiguresOf } from '../rules/host-figures.js';
import { HostWindows, windowsOf } from '../rules/windows/windows.js';
import { fillWindows } from './fill-windows.js';
import { isStored } from './history-figures.js';

/** Which windows rules look into. */
export interface NeededWindows {
  readonly expressions: readonly AlertExpression[];
  /** Tells them from others. */
  readonly key: string;
}

/** The windows of some expressions. */
export function neededWindows(expressions: readonly AlertExpression[]): NeededWindows {
  return { expressions, key: JSON.stringify(windowsOf(expressions)) };
}

/** A host whose figures are kept. */
interface KeptHost {
  /** Of what the history has: filled from it anew whenever rules look into other windows. */
  readonly windows: HostWindows;
  /** Of what it has not, such as a file system of its own: these go on, as nothing could fill them again. */
  readonly liveWindows: HostWindows;
  /** What they are filled for. */
  readonly needs: NeededWindows;
  newest: Sample | undefined;
}

/** What is to be evaluated of a host. */
export interface EvaluationInput {
  readonly read: ReadQuantity;
  readonly atMs: number;
}

/** A host that has sent nothing for so many intervals is evaluated at the present. */
const SILENT_INTERVALS = 1.5;

/** The figures of all hosts as far back as the rules look: from the history at first, then sample by sample. */
export class HostFiguresCache {
  readonly #hosts = new Map<number, KeptHost>();

  constructor(private readonly hosts: Pick<MeasuredHosts, 'rows'>) {}

  /** Forgets all: another process goes on. */
  clear(): void {
    this.#hosts.clear();
  }

  /** What there is to evaluate of a host: its new sample, or the present while it is silent. Nothing in between. */
  async next(host: MeasuredHostState, needs: NeededWindows, now: Date): Promise<EvaluationInput | undefined> {
    const kept = await this.#keep(host, needs, now);
    const { newest } = host;
    if (newest && newest.sampledAt !== kept.newest?.sampledAt) {
      const atMs = Date.parse(newest.sampledAt);
      const figures = hostFiguresOf(newest, atMs);
      kept.windows.add(figures);
      kept.liveWindows.add(figures);
      kept.newest = newest;
      return { read: readerOf(kept, atMs), atMs };
    }
    if (now.getTime() <= this.#silentAtMs(host)) return undefined;
    return { read: readerOf(kept, now.getTime()), atMs: now.getTime() };
  }

  /** From when on a host counts as silent unless it sends something: the past if it has never sent anything. */
  #silentAtMs({ number, intervalMs }: MeasuredHostState): number {
    const newest = this.#hosts.get(number)?.newest;
    return newest ? Date.parse(newest.sampledAt) + SILENT_INTERVALS * intervalMs : Number.NEGATIVE_INFINITY;
  }

  /** The figures of a host, which may have its newest sample already: to add it again changes nothing. */
  async #keep(host: MeasuredHostState, needs: NeededWindows, now: Date): Promise<KeptHost> {
    const known = this.#hosts.get(host.number);
    if (known?.needs === needs) return known;
    const stored = withOnly(needs, isStored);
    const live = withOnly(needs, (quantity) => !isStored(quantity));
    let windows = known?.needs.key === needs.key ? known.windows : undefined;
    // The same windows of other expressions.
    windows?.needs(stored);
    const filled = { ...host, newest: host.newest ?? known?.newest };
    windows ??= (await fillWindows({ hosts: this.hosts, host: filled, expressions: stored, now })).windows;
    const { liveWindows = new HostWindows(host.intervalMs), newest } = known ?? {};
    liveWindows.needs(live);
    const kept = { windows, liveWindows, needs, newest };
    this.#hosts.set(host.number, kept);
    return kept;
  }
}

/** Expressions as far as they look into some quantities; for their windows alone. */
function withOnly({ expressions }: NeededWindows, isMeant: (quantity: Quantity) => boolean): AlertExpression[] {
  return expressions.map(({ expression, atoms }) => ({
    expression,
    atoms: atoms.filter((atom) => atom.kind === 'comparison' && isMeant(atom.quantity)),
  }));
}

function readerOf({ windows, liveWindows }: KeptHost, atMs: number): ReadQuantity {
  const [stored, live] = [windows.at(atMs), liveWindows.at(atMs)];
  // How long a host is silent is known from the newest row of the history as well.
  return (quantity) => (quantity.name === 'away' || isStored(quantity) ? stored : live)(quantity);
}
