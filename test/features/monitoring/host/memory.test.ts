import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Memory, parseMemory } from '../../../../src/features/monitoring/host/memory.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const MEMINFO = `MemTotal:       16000 kB
MemFree: 1 kB
MemAvailable:    4000 kB
SwapTotal: 100 kB
SwapFree: 75 kB
`;

const ARCSTATS = `12 1 0x01 123 33456 4180526921 162870343482
name                            type data
hits                            4    29123033
c                               4    9437184
c_min                           4    1048576
c_max                           4    9437184
size                            4    6291456
compressed_size                 4    5000000
`;

/** Reads a folder like `/proc` with these files and serialises the memory state. */
function serialiseState(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries({ meminfo: MEMINFO, ...files })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return new Memory(folder).read();
}

describe('memory', () => {
  test('is read in bytes, swap too', () => {
    expect(serialiseState({})).toEqual({
      ramTotalBytes: 16_384_000,
      ramAvailableBytes: 4_096_000,
      swapTotalBytes: 102_400,
      swapUsedBytes: 25_600,
    });
  });

  test('a missing line is named', () => {
    expect(() => parseMemory('MemTotal: 1 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n')).toThrow(/MemAvailable/);
  });

  test('counts the cache of ZFS as available, down to its least size', () => {
    const zfs = { 'spl/kstat/zfs/arcstats': ARCSTATS };
    expect(serialiseState(zfs).ramAvailableBytes).toBe(4_096_000 + 5 * 1024 ** 2);
    const large = { 'spl/kstat/zfs/arcstats': ARCSTATS.replace(/^(size .*)$/m, '$10000') };
    expect(serialiseState(large).ramAvailableBytes).toBe(16_384_000);
    const small = { 'spl/kstat/zfs/arcstats': ARCSTATS.replace('6291456', '5') };
    expect(serialiseState(small).ramAvailableBytes).toBe(4_096_000);
  });

  test("of an LXC container does not count the machine's cache", () => {
    const own = '1063 1050 0:49 /proc/meminfo /proc/meminfo rw,nosuid - fuse.lxcfs lxcfs rw\n';
    const memory = serialiseState({ 'spl/kstat/zfs/arcstats': ARCSTATS, 'self/mountinfo': own });
    expect(memory.ramAvailableBytes).toBe(4_096_000);
  });

  test('uses no swap where more is free than there is', () => {
    const { swapUsedBytes } = serialiseState({ meminfo: MEMINFO.replace('SwapFree: 75', 'SwapFree: 175') });
    expect(swapUsedBytes).toBe(0);
  });
});
