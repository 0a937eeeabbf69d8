import type { HostFacts } from '../../features/monitoring/host/facts/host-facts.js';
import type { Episode } from './episodes.js';

/** When the people of a machine use it: evenings at home, office hours, or lessons. */
export type Rhythm = 'evenings' | 'office' | 'lessons';

export interface InventedDisk {
  readonly path: string;
  readonly type: string;
  readonly totalBytes: number;
  /** Percentage in use at the time of the start. */
  readonly percent: number;
  /** By how many points it has grown, and goes on growing, in a day. */
  readonly perDay: number;
  /** Points that a large copy has added within the hours before the start. */
  readonly copied?: { readonly points: number; readonly hours: number };
}

export interface InventedProgram {
  readonly name: string;
  readonly command: string;
  /** Its part of the machine's used processor time, and of its memory. */
  readonly cpuShare: number;
  readonly ramShare: number;
}

/** A machine that exists nowhere: what it is, and how its figures behave. */
export interface InventedMachine {
  /** `hosts.number`: 1 is the one that the service itself measures, the others have agents. */
  readonly number: number;
  readonly id: string;
  readonly tags: readonly string[];
  readonly facts: Omit<HostFacts, 'startedAt'>;
  /** How long it had been running when the demonstration started. */
  readonly runningDays: number;
  readonly rhythm: Rhythm;
  readonly ramBytes: number;
  readonly swapBytes: number;
  /** Percent when idle, and what full activity adds. */
  readonly cpu: { readonly idle: number; readonly busy: number };
  readonly ram: { readonly idle: number; readonly busy: number };
  readonly swapPercent: number;
  /** Bytes per second at full activity. */
  readonly network: { readonly received: number; readonly sent: number };
  readonly diskActivity: { readonly read: number; readonly written: number };
  /** Degrees when idle, and what a percent of processor time adds; undefined for a virtual machine. */
  readonly celsius?: { readonly idle: number; readonly perPercent: number };
  /** The hour at which a backup runs every night; undefined if none does. */
  readonly backupHour?: number;
  /** The monitored path comes first. */
  readonly disks: readonly [InventedDisk, ...InventedDisk[]];
  readonly programs: readonly InventedProgram[];
  /** Whether its connection drops for about a minute every now and then. */
  readonly isFlaky: boolean;
  readonly episodes: readonly Episode[];
}
