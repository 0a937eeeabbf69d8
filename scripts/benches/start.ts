import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { median, printTable } from './measuring/figures.ts';
import { type Peer, processorMs, residentKib, startNode, startScript } from './measuring/processes.ts';

const RUNS = 7;

/** Time by which the garbage collector has released memory that only startup needed. */
const SETTLED_MS = 60_000;

interface Start {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly settledKib: number;
}

/**
 * Measures the time from launch until the service listens, and its memory a minute later, against an Express server
 * that imports the same packages one by one as Node finds them, and one that imports only Express.
 */
export async function start(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vigia-bench-'));
  const express = 'scripts/benches/servers/express-with-packages.ts';
  const peers = {
    'Express alone': () => startScript(express),
    'Express with our packages': () => startScript(express, { WITH_PACKAGES: 'yes' }),
    // All but the first run find the database left by the previous run.
    Vigia: () => startNode({ DATA_DIR: dataDir }),
  };
  const starts = new Map<string, Start[]>();
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const running = [];
      for (const [name, open] of Object.entries(peers)) running.push({ name, ...(await measured(open)) });
      await pause(SETTLED_MS);
      for (const { name, peer, ...taken } of running) {
        starts.set(name, [...(starts.get(name) ?? []), { ...taken, settledKib: residentKib(peer.pid) }]);
        await peer.stop();
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const medians = [...starts].map(([name, all]) => ({
    name,
    wallMs: median(all.map(({ wallMs }) => wallMs)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    settledMib: median(all.map(({ settledKib }) => settledKib)) / 1024,
  }));
  const ours = medians.at(-1);
  printTable([
    ['start', 'until it listens, ms', 'CPU, ms', 'memory after a minute, MiB', 'Vigia takes of its CPU'],
    ...medians.map(({ name, wallMs, cpuMs, settledMib }) => [
      name,
      wallMs.toFixed(0),
      cpuMs.toFixed(0),
      settledMib.toFixed(0),
      ((ours?.cpuMs ?? 0) / cpuMs).toFixed(2),
    ]),
  ]);
}

async function measured(open: () => Promise<Peer>) {
  const before = performance.now();
  const peer = await open();
  return { peer, wallMs: performance.now() - before, cpuMs: processorMs(peer.pid) };
}
