import { cpus } from 'node:os';
import { ProcessDescriptions } from './process-description.js';
import { keyOf, type ProcessStat, readProcessStats, TICKS_PER_SECOND } from './process-list.js';

/** The time between the two readings of all processes. */
const MEASURED_MS = 500;
const PROCESSES_MAX = 5;

export interface BusyProcess {
  readonly id: number;
  /** Name of the program: `sshd`, `node server.js`. */
  readonly name: string;
  /** Processor usage as a percentage of all processors' time, 0–100. */
  readonly cpuPercent: number;
  readonly ramBytes: number;
}

/** The processes that use the most processor time and the most memory, at most five of each kind. */
export interface BusiestProcesses {
  readonly byCpu: readonly BusyProcess[];
  readonly byRam: readonly BusyProcess[];
}

/** Answers queries about the running processes, with null if unknown. */
export interface HostProcessList {
  busiest(): Promise<BusiestProcesses | null>;
  command(id: number): Promise<string | null>;
}

interface ProcessesDeps {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The kernel's process folder; tests pass another. */
  readonly folder?: string;
}

/**
 * Reads all processes twice, half a second apart. Concurrent requests share the result, which is null if the system has
 * no `/proc`.
 */
export class Processes {
  readonly #folder: string;
  readonly #descriptions: ProcessDescriptions;
  #pending: Promise<BusiestProcesses | null> | undefined;

  constructor(private readonly deps: ProcessesDeps) {
    this.#folder = deps.folder ?? '/proc';
    this.#descriptions = new ProcessDescriptions(this.#folder);
  }

  busiest(): Promise<BusiestProcesses | null> {
    this.#pending ??= this.#measure().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #measure(): Promise<BusiestProcesses | null> {
    const before = await readProcessStats(this.#folder);
    if (before.length === 0) return null;
    const beganMs = performance.now();
    await this.deps.wait(MEASURED_MS);
    const after = await readProcessStats(this.#folder);
    const ticks = ((performance.now() - beganMs) / 1000) * TICKS_PER_SECOND * cpus().length;
    const earlier = new Map(before.map((stat) => [keyOf(stat), stat.cpuTicks]));
    const used = after.map((stat) => {
      const usedTicks = stat.cpuTicks - (earlier.get(keyOf(stat)) ?? stat.cpuTicks);
      return { stat, cpuPercent: ticks > 0 ? Math.min(100, (usedTicks / ticks) * 100) : 0 };
    });
    const byCpu = used.filter(({ cpuPercent }) => cpuPercent > 0).sort((a, b) => b.cpuPercent - a.cpuPercent);
    const byRam = used.sort((a, b) => b.stat.residentPages - a.stat.residentPages);
    const largest = await this.#top(byRam);
    // The memory of the processes may have changed since they were chosen, so sort again.
    return { byCpu: await this.#top(byCpu), byRam: largest.sort((a, b) => b.ramBytes - a.ramBytes) };
  }

  async #top(used: readonly { stat: ProcessStat; cpuPercent: number }[]): Promise<BusyProcess[]> {
    return Promise.all(
      used.slice(0, PROCESSES_MAX).map(async ({ stat, cpuPercent }) => {
        return { id: stat.id, cpuPercent, ...(await this.#descriptions.describe(stat)) };
      }),
    );
  }
}
