import { readdirSync, readFileSync } from 'node:fs';
import { yieldToEventLoop } from '../../../../shared/concurrency/yield-to-event-loop.js';

/** Number of processes read before yielding to other work: about half a millisecond. */
const READ_AT_ONCE = 20;

/** The kernel's unit of processor time, which is the same on every architecture that Node supports. */
export const TICKS_PER_SECOND = 100;

/** The kernel's one-line summary of a process. */
export interface ProcessStat {
  readonly id: number;
  readonly name: string;
  readonly cpuTicks: number;
  readonly residentPages: number;
  /** Start time in ticks since boot, which distinguishes processes that reuse an id. */
  readonly startTime: string;
}

/**
 * Reads all processes of this machine in slices that let other work run; empty if the system has no `/proc`. Reads
 * synchronously, because the files are in memory and another thread would cost several times as much.
 */
export async function readProcessStats(folder: string): Promise<ProcessStat[]> {
  const ids = namesIn(folder).filter((name) => /^\d+$/.test(name));
  const stats: ProcessStat[] = [];
  for (const [index, id] of ids.entries()) {
    if (index % READ_AT_ONCE === READ_AT_ONCE - 1) await yieldToEventLoop();
    const stat = parseProcessStat(readText(`${folder}/${id}/stat`));
    if (stat) stats.push(stat);
  }
  return stats;
}

/** Returns a key that is unique even though ids are reused. */
export function keyOf({ id, startTime }: ProcessStat): string {
  return `${id} ${startTime}`;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns '' if the process has ended in the meantime. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Parses `/proc/<id>/stat`; undefined if malformed. The name may contain spaces and parentheses. */
export function parseProcessStat(text: string): ProcessStat | undefined {
  const match = /^(\d+) \((.*)\) (.+)$/s.exec(text.trim());
  if (!match) return undefined;
  const [, id = '', name = '', rest = ''] = match;
  const fields = rest.split(' ');
  const [userTicks = 0, systemTicks = 0] = [Number(fields[11]), Number(fields[12])];
  const [startTime = '', residentPages = 0] = [fields[19], Number(fields[21])];
  return { id: Number(id), name, cpuTicks: userTicks + systemTicks, residentPages, startTime };
}
