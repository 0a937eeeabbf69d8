import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  busyPercent,
  parseCpuTimes,
  parseDiskActivity,
  parseNetwork,
} from '../../../../src/features/monitoring/host/proc-files.js';
import { TrafficMeter } from '../../../../src/features/monitoring/host/traffic-meter.js';

describe('processor time', () => {
  test('counts neither idling nor waiting for disks as busy, and guests once', () => {
    const stat = 'cpu  100 20 30 400 50 6 7 8 90 10\ncpu0 1 1 1 1 1 1 1 1 1 1\ncpu1 2 0 0 8 0 0 0 0 0 0\nintr 5\n';
    expect(parseCpuTimes(stat)).toEqual({
      all: { busy: 171, total: 621 },
      cores: new Map([
        ['cpu0', { busy: 6, total: 8 }],
        ['cpu1', { busy: 2, total: 10 }],
      ]),
    });
  });

  test('of a processor is its own although another was switched off', () => {
    const { cores } = parseCpuTimes('cpu  9 0 0 9 0 0 0 0 0 0\ncpu0 1 0 0 1 0 0 0 0 0 0\ncpu2 8 0 0 8 0 0 0 0 0 0\n');
    expect(cores.get('cpu2')).toEqual({ busy: 8, total: 16 });
  });

  test('a text without the line of all processors is rejected', () => {
    expect(() => parseCpuTimes('cpu0 1 2 3 4\n')).toThrow(/no line for all processors/);
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

describe('traffic', () => {
  test('of the network is what each interface has received and sent', () => {
    const netDev = `Inter-|   Receive                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 540 1 0 0 0 0 0 0 541 1 0 0 0 0 0 0
  eth0:409 14 0 0 0 0 0 0    12 10 0 0 0 0 0 0
`;
    expect([...parseNetwork(netDev)]).toEqual([
      ['lo', { inBytes: 540, outBytes: 541 }],
      ['eth0', { inBytes: 409, outBytes: 12 }],
    ]);
  });

  test('of the disks is counted in sectors of 512 bytes', () => {
    const diskstats =
      '   7       0 loop0 0 0 0 0 0 0 0 0 0 0 0\n 254 0 vda 85546 15903 10 48787 69736 84264 20 36223 0 1 2\n';
    expect(parseDiskActivity(diskstats).get('vda')).toEqual({ inBytes: 5120, outBytes: 10_240 });
  });

  test('is the growth of all counters by the time between two readings', () => {
    const meter = new TrafficMeter();
    expect(meter.rate(new Map([['a', { inBytes: 100, outBytes: 10 }]]), 1000)).toEqual({ inBytes: 0, outBytes: 0 });
    const later = new Map([
      ['a', { inBytes: 300, outBytes: 20 }],
      ['new', { inBytes: 1e9, outBytes: 1e9 }],
    ]);
    expect(meter.rate(later, 3000)).toEqual({ inBytes: 100, outBytes: 5 });
  });

  test('is never negative nor endless, whatever the counters and the clock do', () => {
    const traffic = fc.dictionary(fc.constantFrom('a', 'b'), fc.record({ inBytes: fc.nat(), outBytes: fc.nat() }));
    const readings = fc.array(fc.tuple(traffic, fc.nat(10_000)));
    fc.assert(
      fc.property(readings, (all) => {
        const meter = new TrafficMeter();
        for (const [counters, atMs] of all) {
          const { inBytes, outBytes } = meter.rate(new Map(Object.entries(counters)), atMs);
          expect(inBytes >= 0 && outBytes >= 0 && Number.isFinite(inBytes + outBytes)).toBe(true);
        }
      }),
    );
  });
});
