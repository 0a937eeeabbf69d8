import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busyPercent, LinuxHost, parseCpuTimes, parseMemory } from '../../src/monitoring/linux-host.js';

describe('processor time', () => {
  test('counts neither idling nor waiting for disks as busy, and guests once', () => {
    const stat = 'cpu  100 20 30 400 50 6 7 8 90 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
    expect(parseCpuTimes(stat)).toEqual({ busy: 171, total: 621 });
  });

  test('a text without the line of all processors is refused', () => {
    expect(() => parseCpuTimes('cpu0 1 2 3 4\n')).toThrow(/no line of all processors/);
  });

  test('is a share of the time since the previous reading', () => {
    expect(busyPercent({ busy: 100, total: 1000 }, { busy: 125, total: 1100 })).toBe(25);
  });

  test('is 0 without an earlier reading or without time in between', () => {
    expect(busyPercent(undefined, { busy: 5, total: 10 })).toBe(0);
    expect(busyPercent({ busy: 5, total: 10 }, { busy: 5, total: 10 })).toBe(0);
  });

  test('stays within 0 and 100 whatever the counters do', () => {
    const times = fc.record({ busy: fc.nat(), total: fc.nat() });
    fc.assert(
      fc.property(times, times, (before, after) => {
        const percent = busyPercent(before, after);
        expect(percent >= 0 && percent <= 100).toBe(true);
      }),
    );
  });
});

describe('memory', () => {
  test('is read in bytes', () => {
    expect(parseMemory('MemTotal:       16000 kB\nMemFree: 1 kB\nMemAvailable:    4000 kB\n')).toEqual({
      ramTotalBytes: 16_384_000,
      ramAvailableBytes: 4_096_000,
    });
  });

  test('a missing line is named', () => {
    expect(() => parseMemory('MemTotal: 1 kB\n')).toThrow(/MemAvailable/);
  });
});

describe.runIf(process.platform === 'linux')('the real host (specification 2.4)', () => {
  test.runIf(existsSync('/usr/bin/free'))('has the memory that free says', async () => {
    const reading = await new LinuxHost('/').read();
    const [total, available] = freeBytes();
    expect(reading.ramTotalBytes).toBe(total);
    expect(Math.abs(reading.ramAvailableBytes - available)).toBeLessThan(0.05 * total);
  });

  test('has the disk that df says', async () => {
    const reading = await new LinuxHost('/').read();
    const [total = 0, used = 0] =
      execFileSync('df', ['-B1', '--output=size,used', '/'], { encoding: 'utf8' })
        .trim()
        .split('\n')
        .at(-1)
        ?.trim()
        .split(/\s+/)
        .map(Number) ?? [];
    expect(reading.diskTotalBytes).toBe(total);
    expect(Math.abs(reading.diskUsedBytes - used)).toBeLessThan(0.01 * total);
  });

  test('is seen busy while this process is, and the whole time has been counted', async () => {
    const host = new LinuxHost('/');
    await host.read();
    const before = parseCpuTimes(readFileSync('/proc/stat', 'utf8'));
    const until = performance.now() + 400;
    while (performance.now() < until) Math.sqrt(until);
    const { cpuPercent } = await host.read();
    const after = parseCpuTimes(readFileSync('/proc/stat', 'utf8'));
    expect(cpuPercent).toBeGreaterThan(0);
    expect(Math.abs(cpuPercent - busyPercent(before, after))).toBeLessThan(20);
  });
});

function freeBytes(): [number, number] {
  const line = execFileSync('free', ['-b'], { encoding: 'utf8' }).split('\n')[1] ?? '';
  const columns = line.trim().split(/\s+/).map(Number);
  return [columns[1] ?? 0, columns[6] ?? 0];
}
