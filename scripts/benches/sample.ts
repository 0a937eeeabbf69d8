import childProcess from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { median, printTable } from './measuring/figures.ts';

const ROUNDS = 7;
const SAMPLES = 40;
const MS_PER_TICK = 10;

/** A way to read the host once. */
type Read = () => Promise<unknown>;

/**
 * What reading the host once costs, children included, beside systeminformation's `currentLoad`, `mem` and `fsSize`,
 * which give less; and how many processes each starts. With them, what reading all processes costs. Linux only.
 */
export async function sample(): Promise<void> {
  const started = countStarts();
  const ways: Readonly<Record<string, Read>> = {
    systeminformation: await theirs(),
    Vigia: await ours(),
    [`Vigia, ${processCount()} processes (once a minute)`]: await ourProcesses(),
  };
  const costs: Record<string, number[]> = {};
  const starts: Record<string, number> = {};
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, read] of Object.entries(ways)) {
      const [before, startedBefore] = [processorMs(), started()];
      for (let count = 0; count < SAMPLES; count += 1) await read();
      // The first round warms up.
      if (round < 0) continue;
      costs[name] = [...(costs[name] ?? []), (processorMs() - before) / SAMPLES];
      starts[name] = (started() - startedBefore) / SAMPLES;
    }
  }
  const theirCost = median(costs.systeminformation ?? []);
  printTable([
    ['reader', 'CPU ms per sample', 'ratio', 'processes per sample'],
    ...Object.keys(ways).map((name) => {
      const cost = median(costs[name] ?? []);
      return [name, cost.toFixed(3), (cost / theirCost).toFixed(4), String(starts[name])];
    }),
  ]);
}

async function ours(): Promise<Read> {
  const { openHostMetrics } = await import(
    new URL('../../dist/monitoring/host/open-host-metrics.js', import.meta.url).href
  );
  const host: { read: Read } = openHostMetrics('.');
  return () => host.read();
}

async function ourProcesses(): Promise<Read> {
  const { ProcessTimes } = await import(
    new URL('../../dist/monitoring/host/processes/process-times.js', import.meta.url).href
  );
  const times: { next: Read } = new ProcessTimes({ clock: { steady: () => new Date(performance.now()) } });
  return () => times.next();
}

function processCount(): number {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
}

async function theirs(): Promise<Read> {
  const { default: systeminformation } = await import('systeminformation');
  return async () => {
    await systeminformation.currentLoad();
    await systeminformation.mem();
    await systeminformation.fsSize();
  };
}

/** Counts all processes that this process starts from now on. */
function countStarts(): () => number {
  let count = 0;
  const mutable = createRequire(import.meta.url)('node:child_process') as Record<string, unknown>;
  for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
    const start = childProcess[name] as (...args: unknown[]) => unknown;
    mutable[name] = (...args: unknown[]) => {
      count += 1;
      return start(...args);
    };
  }
  return () => count;
}

/** Processor time of this process and of the children that have ended. */
function processorMs(): number {
  const [, fields = ''] = readFileSync('/proc/self/stat', 'utf8').split(') ');
  const [childUser = 0, childSystem = 0] = fields.split(' ').slice(13, 15).map(Number);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (childUser + childSystem) * MS_PER_TICK;
}
