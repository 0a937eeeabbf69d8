import { cpus } from 'node:os';
import type { Clock } from '../../../../shared/time/clock.js';
import { ProcessDescriptions } from './process-description.js';
import { keyOf, type ProcessStat, readProcessStats, TICKS_PER_SECOND } from './process-list.js';

const BUSIEST_MAX = 5;

/** The resources a process used during a span of time. */
export interface ProcessUse {
  /** Name of the program: `sshd`, `node server.js`. */
  readonly name: string;
  /** Processor usage as a percentage of all processors' time, 0–100. */
  readonly cpuPercent: number;
  /** Memory in use at the end of the span. */
  readonly ramBytes: number;
}

export interface SpanOfProcesses {
  readonly lengthMs: number;
  /** The five that used the most processor time, plus the one that used the most memory if it is not among them. */
  readonly processes: readonly ProcessUse[];
}

interface ProcessTimesDeps {
  readonly clock: Pick<Clock, 'steady'>;
  /** The kernel's process folder and the number of processors; tests pass their own. */
  readonly folder?: string;
  readonly cores?: () => number;
}

interface Reading {
  readonly atMs: number;
  readonly ticks: ReadonlyMap<string, number>;
}

/**
 * Measures how much processes use from one call to the next, based on the kernel's time counters. This catches a
 * process that was only busy in between, but not one that also ended in between.
 */
export class ProcessTimes {
  readonly #folder: string;
  readonly #descriptions: ProcessDescriptions;
  #before: Reading | undefined;

  constructor(private readonly deps: ProcessTimesDeps) {
    this.#folder = deps.folder ?? '/proc';
    this.#descriptions = new ProcessDescriptions(this.#folder);
  }

  /** Returns the usage since the previous call; undefined on the first call, and if the system has no `/proc`. */
  async next(): Promise<SpanOfProcesses | undefined> {
    const before = this.#before;
    const atMs = this.deps.clock.steady().getTime();
    const stats = await readProcessStats(this.#folder);
    this.#before = { atMs, ticks: new Map(stats.map((stat) => [keyOf(stat), stat.cpuTicks])) };
    if (!before || stats.length === 0 || atMs <= before.atMs) return undefined;
    const lengthMs = atMs - before.atMs;
    // Some sandboxes list no processors.
    const cores = Math.max(1, this.deps.cores?.() ?? cpus().length);
    const ticks = (lengthMs / 1000) * TICKS_PER_SECOND * cores;
    // A new process was started since, so all of its time belongs to the span.
    const used = (stat: ProcessStat) => stat.cpuTicks - (before.ticks.get(keyOf(stat)) ?? 0);
    const busy = stats.map((stat) => ({ stat, used: used(stat) })).filter((one) => one.used > 0);
    const busiest = busy.sort((a, b) => b.used - a.used).slice(0, BUSIEST_MAX);
    const largest = stats.reduce((most, stat) => (stat.residentPages > most.residentPages ? stat : most));
    if (!busiest.some(({ stat }) => stat === largest)) busiest.push({ stat: largest, used: used(largest) });
    const processes: ProcessUse[] = [];
    for (const { stat, used } of busiest) {
      const cpuPercent = Math.min(100, (Math.max(0, used) / ticks) * 100);
      processes.push({ cpuPercent, ...(await this.#descriptions.describe(stat)) });
    }
    return { lengthMs, processes };
  }
}
