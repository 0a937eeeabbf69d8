import { readFileSync } from 'node:fs';
import { askOnce, type Question } from './clients/http-client.ts';
import { hostileInputs } from './data/hostile-inputs.ts';
import { median, printTable } from './measuring/figures.ts';
import { type Peer, startService } from './measuring/processes.ts';

const ROUNDS = 9;

/**
 * Measures how much of the event loop's processor time each expensive input takes when sent by a visitor without an
 * account (promise 42: at most 50 ms). Hashing runs on other threads and does not count. Linux only.
 */
export async function hostile(): Promise<void> {
  const service = await startService([], { PUBLIC_CONVERTER: 'true' });
  try {
    const csrf = await csrfHeaders(service);
    const rows: { name: string; status: number; ms: number; most: number }[] = [];
    for (const [name, input] of Object.entries(hostileInputs)) {
      const figures: number[] = [];
      let status = 0;
      for (let round = -2; round < ROUNDS; round += 1) {
        const { headers = {}, ...rest } = input(round);
        const cookie = [csrf.cookie, headers.cookie].filter(Boolean).join('; ');
        const question: Question = { port: service.port, ...rest, headers: { ...csrf, ...headers, cookie } };
        const before = loopMs(service.pid);
        ({ status } = await askOnce(question));
        // The first rounds are for warming up.
        if (round >= 0) figures.push(loopMs(service.pid) - before);
      }
      rows.push({ name, status, ms: median(figures), most: Math.max(...figures) });
    }
    printTable([
      ['input', 'status', 'CPU, ms', 'most'],
      ...rows
        .sort((a, b) => b.ms - a.ms)
        .map(({ name, status, ms, most }) => [name, String(status), ms.toFixed(1), most.toFixed(1)]),
    ]);
  } finally {
    await service.stop();
  }
}

/** Returns the processor time used so far by a process's main thread, which runs its event loop. */
function loopMs(pid: number): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/** Returns the headers that a form needs, obtained from the page like any visitor's. */
async function csrfHeaders({ port }: Peer) {
  const response = await fetch(`http://127.0.0.1:${port}/accounts/login/`);
  const [token = ''] = /(?<=^csrftoken=)[^;]*/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  return { cookie: `csrftoken=${token}`, 'x-csrftoken': decodeURIComponent(token) };
}
