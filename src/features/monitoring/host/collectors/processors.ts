import type { Collect } from './collector.js';

const TICKS_PER_SECOND = 100;
const MODES = ['user', 'nice', 'system', 'idle', 'iowait', 'irq', 'softirq', 'steal'];
const GUEST_MODES = ['user', 'nice'];

/** Adds what `/proc/stat` counts: processor times, context switches, interrupts and processes. */
export const collectStat: Collect = (files, series) => {
  const stat = files.read('/proc/stat');
  for (const [, cpu = '', numbers = ''] of stat.matchAll(/^cpu(\d+) +(.+)$/gm)) {
    const seconds = numbers.split(/ +/).map((ticks) => Number(ticks) / TICKS_PER_SECOND);
    MODES.forEach((mode, at) => {
      series.add('node_cpu_seconds_total', seconds[at] ?? 0, cpu, mode);
    });
    GUEST_MODES.forEach((mode, at) => {
      series.add('node_cpu_guest_seconds_total', seconds[MODES.length + at] ?? 0, cpu, mode);
    });
  }
  const names = {
    ctxt: 'node_context_switches_total',
    intr: 'node_intr_total',
    btime: 'node_boot_time_seconds',
    processes: 'node_forks_total',
    procs_running: 'node_procs_running',
    procs_blocked: 'node_procs_blocked',
  };
  for (const [field, name] of Object.entries(names)) {
    const number = new RegExp(`^${field} (\\d+)`, 'm').exec(stat)?.[1];
    if (number !== undefined) series.add(name, Number(number));
  }
};

/** Adds how long processors ran processes, and how long these waited for them. */
export const collectSchedule: Collect = (files, series) => {
  for (const [, cpu = '', numbers = ''] of (files.readOptional('/proc/schedstat') ?? '').matchAll(
    /^cpu(\d+) (.+)$/gm,
  )) {
    const [running, waiting, timeslices] = numbers.split(' ').slice(-3).map(Number);
    series.add('node_schedstat_running_seconds_total', (running ?? Number.NaN) / 1e9, cpu);
    series.add('node_schedstat_waiting_seconds_total', (waiting ?? Number.NaN) / 1e9, cpu);
    series.add('node_schedstat_timeslices_total', timeslices ?? Number.NaN, cpu);
  }
};
