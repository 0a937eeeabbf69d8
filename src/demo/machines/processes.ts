import type { ProcessUse } from '../../features/monitoring/host/processes/process-times.js';
import type { BusiestProcesses, BusyProcess } from '../../features/monitoring/host/processes/processes.js';
import { noise } from './curves.js';
import type { InventedReadings } from './readings.js';

const FIRST_ID = 700;

/** Returns what an invented machine's programs use at a time: parts of what the machine as a whole uses. */
export function busiestProcesses(readings: InventedReadings, atMs: number): BusiestProcesses {
  const all = processesAt(readings, atMs);
  return {
    byCpu: all.toSorted((a, b) => b.cpuPercent - a.cpuPercent).slice(0, 5),
    byRam: all.toSorted((a, b) => b.ramBytes - a.ramBytes).slice(0, 5),
  };
}

/** Returns the same for a whole minute, as it is stored. */
export function processUses(readings: InventedReadings, atMs: number): ProcessUse[] {
  return busiestProcesses(readings, atMs).byCpu.map(({ name, cpuPercent, ramBytes }) => ({
    name,
    cpuPercent,
    ramBytes,
  }));
}

/** Returns the command of a process by its id; null if there is none. */
export function commandOf({ machine }: InventedReadings, id: number): string | null {
  return machine.programs[(id - FIRST_ID) / 10]?.command || null;
}

function processesAt(readings: InventedReadings, atMs: number): BusyProcess[] {
  const { machine } = readings;
  const { cpuPercent, ramTotalBytes, ramAvailableBytes } = readings.at(atMs);
  return machine.programs.map(({ name, cpuShare, ramShare }, index) => ({
    id: FIRST_ID + 10 * index,
    name,
    cpuPercent: cpuPercent * cpuShare * (0.8 + 0.4 * noise(atMs, 30_000, machine.number * 100 + 60 + index)),
    ramBytes: Math.round((ramTotalBytes - ramAvailableBytes) * ramShare),
  }));
}
