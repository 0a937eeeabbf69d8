import { readdir, readFile, readlink } from 'node:fs/promises';
import { cpus } from 'node:os';
import { basename } from 'node:path';

/** The time between the two readings of all processes. */
const MEASURED_MS = 500;
/** The kernel's unit of processor time, the same on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;
const PROCESSES_MAX = 5;
/** The most files that are read at a time, so that other work finds a free thread. */
const CONCURRENT_READS = 16;

/** One process of the host. */
export interface BusyProcess {
  readonly id: number;
  /** Its short name, as `ps -o comm` shows it. */
  readonly name: string;
  /** Share of the time of all processors, 0–100. */
  readonly cpuPercent: number;
  readonly ramBytes: number;
}

/** The processes that use most, at most five of each. */
export interface BusiestProcesses {
  readonly byCpu: readonly BusyProcess[];
  readonly byRam: readonly BusyProcess[];
}

interface ProcessStat {
  readonly id: number;
  readonly name: string;
  readonly cpuTicks: number;
  readonly residentPages: number;
  /** When it was started, in ticks since boot: an id that is used again has another start time. */
  readonly startTime: string;
}

interface ProcessesDeps {
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Where the kernel shows its processes; tests hand in another folder. */
  readonly folder?: string;
}

/**
 * Reads all processes twice, half a second apart. Requests that come meanwhile share the answer. Null where the system
 * has no `/proc`.
 */
export class Processes {
  readonly #folder: string;
  #pending: Promise<BusiestProcesses | null> | undefined;

  constructor(private readonly deps: ProcessesDeps) {
    this.#folder = deps.folder ?? '/proc';
  }

  /** The processes that use most now. */
  busiest(): Promise<BusiestProcesses | null> {
    this.#pending ??= this.#measure().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #measure(): Promise<BusiestProcesses | null> {
    const before = await this.#stats();
    if (before.length === 0) return null;
    const beganMs = performance.now();
    await this.deps.wait(MEASURED_MS);
    const after = await this.#stats();
    const ticks = ((performance.now() - beganMs) / 1000) * TICKS_PER_SECOND * cpus().length;
    const earlier = new Map(before.map((stat) => [`${stat.id} ${stat.startTime}`, stat.cpuTicks]));
    const used = after.map((stat) => {
      const usedTicks = stat.cpuTicks - (earlier.get(`${stat.id} ${stat.startTime}`) ?? stat.cpuTicks);
      return { stat, cpuPercent: ticks > 0 ? Math.min(100, (usedTicks / ticks) * 100) : 0 };
    });
    const byCpu = used.filter(({ cpuPercent }) => cpuPercent > 0).sort((a, b) => b.cpuPercent - a.cpuPercent);
    const byRam = used.sort((a, b) => b.stat.residentPages - a.stat.residentPages);
    return { byCpu: await this.#top(byCpu), byRam: await this.#top(byRam) };
  }

  async #top(used: readonly { stat: ProcessStat; cpuPercent: number }[]): Promise<BusyProcess[]> {
    return Promise.all(
      used.slice(0, PROCESSES_MAX).map(async ({ stat: { id, name }, cpuPercent }) => {
        const status = await readFile(`${this.#folder}/${id}/status`, 'utf8').catch(() => '');
        const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? '0';
        return { id, name: await this.#displayName(id, name), cpuPercent, ramBytes: Number(kibibytes) * 1024 };
      }),
    );
  }

  /** Node names its main thread `MainThread`, and so would every process of Node be called. */
  async #displayName(id: number, name: string): Promise<string> {
    if (name !== 'MainThread') return name;
    return readlink(`${this.#folder}/${id}/exe`).then(
      (path) => basename(path),
      () => name,
    );
  }

  async #stats(): Promise<ProcessStat[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const ids = names.filter((name) => /^\d+$/.test(name));
    const stats: ProcessStat[] = [];
    for (let first = 0; first < ids.length; first += CONCURRENT_READS) {
      const texts = ids.slice(first, first + CONCURRENT_READS).map((id) => this.#stat(id));
      for (const stat of await Promise.all(texts)) if (stat) stats.push(stat);
    }
    return stats;
  }

  /** Undefined when the process has ended meanwhile. */
  async #stat(id: string): Promise<ProcessStat | undefined> {
    const text = await readFile(`${this.#folder}/${id}/stat`, 'utf8').catch(() => undefined);
    return text === undefined ? undefined : parseProcessStat(text);
  }
}

/** Parses `/proc/<id>/stat`; undefined when it is something else. The name may hold blanks and brackets. */
export function parseProcessStat(text: string): ProcessStat | undefined {
  const match = /^(\d+) \((.*)\) (.+)$/s.exec(text.trim());
  if (!match) return undefined;
  const [, id = '', name = '', rest = ''] = match;
  const fields = rest.split(' ');
  const [userTicks = 0, systemTicks = 0] = [Number(fields[11]), Number(fields[12])];
  const [startTime = '', residentPages = 0] = [fields[19], Number(fields[21])];
  return { id: Number(id), name, cpuTicks: userTicks + systemTicks, residentPages, startTime };
}
