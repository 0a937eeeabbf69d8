import { cpus } from 'node:os';
import type { Clock } from '../../../../shared/time/clock.js';
import { describeProcess, keyOf, type ProcessStat, readProcessStats, TICKS_PER_SECOND } from './process-list.js';

const BUSIEST_MAX = 5;

/** What a process has used over a span of time. */
export interface ProcessUse {
  /** Its short name, as `ps -o comm` shows it. */
  readonly name: string;
  /** Share of the time of all processors, 0–100. */
  readonly cpuPercent: number;
  /** The memory that it held at the end. */
  readonly ramBytes: number;
}

/** The processes that stood out in a span of time. */
export interface SpanOfProcesses {
  readonly lengthMs: number;
  /** The five that used most processor time, and the one that held most memory if it is none of them. */
  readonly processes: readonly ProcessUse[];
}

interface ProcessTimesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  /** Where the kernel shows its processes, and how many processors there are; tests hand in others. */
  readonly folder?: string;
  readonly cores?: () => number;
}

interface Reading {
  readonly atMs: number;
  readonly ticks: ReadonlyMap<string, number>;
}

/**
 * What processes have used from one call to the next, by the time that the kernel counts for each: one that was busy only
 * in between is found, one that ended in between is not.
 */
export class ProcessTimes {
  readonly #folder: string;
  #before: Reading | undefined;

  constructor(private readonly deps: ProcessTimesDeps) {
    this.#folder = deps.folder ?? '/proc';
  }

  /** Since the previous call. Undefined at the first one, and where the system has no `/proc`. */
  async next(): Promise<SpanOfProcesses | undefined> {
    const before = this.#before;
    const atMs = this.deps.clock.steady().getTime();
    const stats = await readProcessStats(this.#folder);
    this.#before = { atMs, ticks: new Map(stats.map((stat) => [keyOf(stat), stat.cpuTicks])) };
    if (!before || stats.length === 0 || atMs <= before.atMs) return undefined;
    const lengthMs = atMs - before.atMs;
    const ticks = (lengthMs / 1000) * TICKS_PER_SECOND * (this.deps.cores?.() ?? cpus().length);
    // One that is new was started since, and all of its time belongs to the span.
    const used = (stat: ProcessStat) => stat.cpuTicks - (before.ticks.get(keyOf(stat)) ?? 0);
    const busy = stats.map((stat) => ({ stat, used: used(stat) })).filter((one) => one.used > 0);
    const busiest = busy.sort((a, b) => b.used - a.used).slice(0, BUSIEST_MAX);
    const largest = stats.reduce((most, stat) => (stat.residentPages > most.residentPages ? stat : most));
    if (!busiest.some(({ stat }) => stat === largest)) busiest.push({ stat: largest, used: used(largest) });
    const processes: ProcessUse[] = [];
    for (const { stat, used } of busiest) {
      const cpuPercent = Math.min(100, (Math.max(0, used) / ticks) * 100);
      processes.push({ cpuPercent, ...(await describeProcess(this.#folder, stat)) });
    }
    return { lengthMs, processes };
  }
}
