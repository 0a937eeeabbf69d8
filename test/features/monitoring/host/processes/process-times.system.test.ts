import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ProcessTimes } from '../../../../../src/features/monitoring/host/processes/process-times.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';

interface FakeProcess {
  readonly name?: string;
  /** CPU time so far, in hundredths of a second. */
  readonly ticks?: number;
  readonly ramKib?: number;
  readonly startTime?: number;
}

/** Creates a folder like `/proc` on a machine with two processors. */
function machine() {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-proc-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const clock = new FakeClock();
  const times = new ProcessTimes({ clock, folder, cores: () => 2 });
  const put = (id: number, { name = `p${id}`, ticks = 0, ramKib = 4, startTime = id }: FakeProcess) => {
    mkdirSync(join(folder, String(id)), { recursive: true });
    const system = Math.floor(ticks / 3);
    const rest = `S 1 1 1 0 -1 0 0 0 0 0 ${ticks - system} ${system} 0 0 20 0 1 0 ${startTime} 1000 ${ramKib / 4} 0 0`;
    writeFileSync(join(folder, `${id}/stat`), `${id} (${name}) ${rest}\n`);
    writeFileSync(join(folder, `${id}/status`), `Name:\t${name}\nVmRSS:\t   ${ramKib} kB\n`);
  };
  return {
    folder,
    clock,
    times,
    put,
    remove: (id: number) => rmSync(join(folder, String(id)), { recursive: true }),
    /** Advances the clock by a minute and returns the busiest processes. */
    minute: async () => {
      await clock.advance({ minutes: 1 });
      return times.next();
    },
  };
}

describe('the processes of a minute', () => {
  test('are the five that used most processor time in it, as a share of all processors', async () => {
    const { times, put, minute } = machine();
    // This process was busy for a long time earlier but has been idle since.
    put(1, { name: 'idle', ticks: 999_999 });
    for (let id = 2; id <= 8; id += 1) put(id, { ticks: 50 });
    expect(await times.next()).toBeUndefined();
    for (let id = 2; id <= 8; id += 1) put(id, { ticks: 50 + id * 120, ramKib: id * 4 });
    const span = await minute();
    expect(span?.lengthMs).toBe(60_000);
    expect(span?.processes).toEqual(
      [8, 7, 6, 5, 4].map((id) => ({ name: `p${id}`, cpuPercent: expect.closeTo(id), ramBytes: id * 4096 })),
    );
    expect((await minute())?.processes.map(({ cpuPercent }) => cpuPercent)).toEqual([0]);
  });

  test('have figures also where no processors are listed', async () => {
    const { folder, clock, put } = machine();
    const times = new ProcessTimes({ clock, folder, cores: () => 0 });
    put(1, {});
    await times.next();
    await clock.advance({ minutes: 1 });
    expect((await times.next())?.processes).toMatchObject([{ cpuPercent: 0 }]);
  });

  test('have names without invisible characters, with which one could look like another', async () => {
    const { times, put, minute } = machine();
    const name = 'a\u202egpj\u200b\u001b[31m';
    put(1, { name });
    await times.next();
    put(1, { name, ticks: 60 });
    expect((await minute())?.processes[0]?.name).toBe('a\ufffdgpj\ufffd\ufffd[31m');
  });

  test('and the one that holds most memory, if it is none of them', async () => {
    const { times, put, minute } = machine();
    put(1, { name: 'java', ramKib: 8_000_000 });
    put(2, { name: 'node', ramKib: 4_000 });
    await times.next();
    put(2, { name: 'node', ticks: 6_000, ramKib: 4_000 });
    expect((await minute())?.processes).toEqual([
      { name: 'node', cpuPercent: 50, ramBytes: 4_096_000 },
      { name: 'java', cpuPercent: 0, ramBytes: 8_192_000_000 },
    ]);
    put(1, { name: 'java', ticks: 600, ramKib: 8_000_000 });
    expect((await minute())?.processes).toEqual([{ name: 'java', cpuPercent: 5, ramBytes: 8_192_000_000 }]);
  });

  test('count all the time of one that was started in it, also under an id that was used before', async () => {
    const { times, put, remove, minute } = machine();
    put(1, { name: 'old', ticks: 5_000 });
    put(2, { name: 'kept', ticks: 100 });
    await times.next();
    remove(1);
    put(1, { name: 'new', ticks: 1_200, startTime: 7_777 });
    put(3, { name: 'late', ticks: 600 });
    expect((await minute())?.processes.map(({ name, cpuPercent }) => [name, cpuPercent])).toEqual([
      ['new', 10],
      ['late', 5],
    ]);
  });

  test('bear the name of their program where the kernel does not tell it', async () => {
    const { folder, times, put, minute } = machine();
    put(1, { name: 'MainThread' });
    symlinkSync('/usr/local/bin/node', join(folder, '1/exe'));
    writeFileSync(join(folder, '1/cmdline'), 'node\0/srv/shop/server.js\0--password\0x\0');
    await times.next();
    expect((await minute())?.processes[0]?.name).toBe('node server.js');
  });

  test('are unknown where there is no list of them', async () => {
    const times = new ProcessTimes({ clock: new FakeClock(), folder: '/nowhere' });
    expect([await times.next(), await times.next()]).toEqual([undefined, undefined]);
  });

  test('are read while other work goes on', async () => {
    const { times, put } = machine();
    for (let id = 1; id <= 200; id += 1) put(id, {});
    let turns = 0;
    let isReading = true;
    const count = () => {
      turns += 1;
      if (isReading) setImmediate(count);
    };
    setImmediate(count);
    await times.next();
    isReading = false;
    expect(turns).toBeGreaterThan(100);
  });
});

test.runIf(process.platform === 'linux')(
  'a process that is really busy is found by the time the kernel counts',
  async () => {
    const clock = { steady: () => new Date(performance.now()) };
    const times = new ProcessTimes({ clock });
    await times.next();
    const busy = spawn(process.execPath, ['-e', 'for (;;);']);
    onTestFinished(() => void busy.kill('SIGKILL'));
    await expect.poll(async () => (await times.next())?.processes.some(({ cpuPercent }) => cpuPercent > 5)).toBe(true);
  },
);
