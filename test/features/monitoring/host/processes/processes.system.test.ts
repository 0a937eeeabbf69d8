import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parseProcessStat } from '../../../../../src/features/monitoring/host/processes/process-list.js';
import { Processes } from '../../../../../src/features/monitoring/host/processes/processes.js';

describe('the list of a process', () => {
  test('is read whatever its name is', () => {
    const rest = `S 1 1 1 0 -1 0 0 0 0 0 11 22 0 0 20 0 1 0 777 1000 55 ${'0 '.repeat(20)}`;
    expect(parseProcessStat(`42 (a b) (c)) ${rest}\n`)).toEqual({
      id: 42,
      name: 'a b) (c)',
      cpuTicks: 33,
      residentPages: 55,
      startTime: '777',
    });
    expect(parseProcessStat('nothing')).toBeUndefined();
  });
});

describe.runIf(process.platform === 'linux')('the busiest processes', () => {
  test('are those that use the processors and the memory', async () => {
    const busy = spawn(process.execPath, ['-e', 'const kept = Buffer.alloc(3e8, 1); for (;;) kept[0]++']);
    onTestFinished(() => void busy.kill('SIGKILL'));
    const processes = new Processes({ wait: setTimeout });
    await expect
      .poll(async () => (await processes.busiest())?.byCpu.find(({ id }) => id === busy.pid)?.cpuPercent)
      .toBeGreaterThan(1);
    const found = await processes.busiest();
    expect(found?.byRam.find(({ id }) => id === busy.pid)?.name ?? 'node').toBe('node');
    expect(found?.byRam.length).toBeLessThanOrEqual(5);
    const shares = found?.byRam.map(({ ramBytes }) => ramBytes) ?? [];
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
  });

  test('are looked for once, however many ask meanwhile', async () => {
    let waits = 0;
    const processes = new Processes({
      wait: async () => {
        waits += 1;
      },
    });
    const [first, second] = await Promise.all([processes.busiest(), processes.busiest()]);
    expect(first).toBe(second);
    expect(waits).toBe(1);
  });

  test('are unknown where there is no list of them', async () => {
    expect(await new Processes({ wait: setTimeout, folder: '/nowhere' }).busiest()).toBeNull();
  });
});
