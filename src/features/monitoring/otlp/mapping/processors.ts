/** The time a processor has spent in a mode, in any unit that is the same for all modes. */
export interface ProcessorShare {
  /** Its number; empty if the sender sums all processors. */
  readonly cpu: string;
  readonly mode: string;
  readonly share: number;
}

type Shares = ReadonlyMap<string, ProcessorShare> | undefined;

interface Busy {
  readonly percent: number;
  /** In order of their numbers; empty if the sender sums all processors. */
  readonly cores: readonly number[];
}

/** Modes that count as idle, as for other hosts; `wait` is the collector's name for `iowait`. */
const IDLE_MODES = new Set(['idle', 'iowait', 'wait']);

/**
 * Returns how busy the processors were, in percent: by the time they spent in each mode, or, before that is known, by the
 * utilization that the sender computed. Undefined if neither says.
 */
export function busyShares(times: Shares, utilization: Shares): Busy | undefined {
  return (times && busyOf(times)) ?? (utilization && busyOf(utilization, 1));
}

/** @param whole the sum of a processor's modes, if known; senders may leave out some of them. */
function busyOf(shares: NonNullable<Shares>, whole?: number): Busy | undefined {
  const byCpu = Map.groupBy(shares.values(), ({ cpu }) => cpu);
  const all = [...byCpu]
    .map(([cpu, modes]) => ({ cpu, ...sumModes(modes, whole) }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => Number(a.cpu.replace(/^cpu/, '')) - Number(b.cpu.replace(/^cpu/, '')));
  const total = sum(all.map((one) => one.total));
  if (total === 0) return undefined;
  const cores = all.filter(({ cpu }) => cpu !== '').map((one) => percent(one.busy, one.total));
  return { percent: percent(sum(all.map(({ busy }) => busy)), total), cores };
}

function sumModes(modes: readonly ProcessorShare[], whole: number | undefined) {
  const idle = modes.filter(({ mode }) => IDLE_MODES.has(mode));
  const idleShare = sum(idle.map(({ share }) => share));
  const busyShare = sum(modes.map(({ share }) => share)) - idleShare;
  if (whole === undefined) return { busy: busyShare, total: busyShare + idleShare };
  return { busy: idle.length > 0 ? whole - idleShare : busyShare, total: whole };
}

function percent(part: number, whole: number): number {
  return Math.min(100, Math.max(0, (part / whole) * 100));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
