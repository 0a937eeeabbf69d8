import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeMinute } from '../../../../src/features/monitoring/agents/protocol/minute-data.js';
import { readAgentMessage } from '../../../../src/features/monitoring/agents/protocol/read-message.js';
import { SampleReader } from '../../../../src/features/monitoring/agents/protocol/sample-reader.js';
import { SampleWriter } from '../../../../src/features/monitoring/agents/protocol/sample-writer.js';
import type { SampleMessage } from '../../../../src/features/monitoring/agents/protocol/schemas.js';
import { createStoredSample } from '../../../../src/features/monitoring/history/stored-sample.js';
import type { OwnReading } from '../../../../src/features/monitoring/host/host-metrics.js';
import { kernelMeasures } from '../../../../src/features/monitoring/kernel-measures.js';
import { units } from '../../../../src/features/monitoring/measure.js';
import { shapeMetrics } from '../../../../src/features/monitoring/metrics-view.js';
import { fakeFileSystem } from '../../../support/fakes/fake-file-system.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const START = Date.parse('2026-01-02T03:04:00Z');

const bytes = fc.nat({ max: 2 ** 48 });
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const load = fc.nat({ max: 100_000 }).map((hundredths) => hundredths / 100);

/** Generates fill levels whose used space never exceeds the whole. */
const share = fc.tuple(bytes, bytes).map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

/** Generates readings of kernel files, within the bounds of their units. */
const kernelFigures = fc.record(
  Object.fromEntries(
    kernelMeasures.map(({ name, unit }) => {
      const { lowest: min, highest: max } = units[unit];
      return [name, fc.option(fc.double({ min, max: Math.min(max, 1e6), noNaN: true }))];
    }),
  ),
);

const fileSystem = fc
  .record({
    path: fc.string({ unit: 'grapheme', maxLength: 20 }).filter((path) => !/\p{Cc}/u.test(path)),
    type: fc.constantFrom('ext4', 'xfs', 'nfs4', 'squashfs'),
    readOnly: fc.boolean(),
    used: fc.option(fc.tuple(share, bytes)),
    stale: fc.boolean(),
  })
  .map(({ used, ...rest }) => ({
    ...rest,
    totalBytes: 2 ** 49,
    usedBytes: used?.[0][0] ?? null,
    availableBytes: used && Math.min(used[1], 2 ** 49 - used[0][0]),
  }));

const reading: fc.Arbitrary<OwnReading> = fc
  .record({
    cpuPercent: percent,
    corePercents: fc.option(fc.array(percent, { maxLength: 8 })),
    cpuTemperatureCelsius: fc.option(fc.double({ min: -20, max: 120, noNaN: true })),
    loadAverage: fc.option(fc.tuple(load, load, load)),
    ram: share,
    swap: share,
    disk: share,
    reserved: bytes,
    network: fc.option(fc.record({ received: bytes, sent: bytes }).map(smaller)),
    diskActivity: fc.option(fc.record({ read: fc.nat(), written: fc.nat() })),
    fileSystems: fc.option(fc.array(fileSystem, { maxLength: 4 })),
    uptimeSeconds: fc.nat(),
    kernelFigures,
    limits: fc.option(
      fc.record({
        memoryLimitBytes: fc.option(bytes),
        memoryUsedBytes: fc.option(bytes),
        processors: fc.constant(1.5),
      }),
    ),
    stale: fc.subarray(['cpu', 'disk', 'network'] as const),
  })
  .map(({ ram, swap, disk, reserved, ...rest }) => ({
    ...rest,
    ramAvailableBytes: ram[0],
    ramTotalBytes: ram[1],
    swapUsedBytes: swap[0],
    swapTotalBytes: swap[1],
    diskUsedBytes: disk[0],
    diskTotalBytes: disk[1],
    diskAvailableBytes: Math.max(0, disk[1] - disk[0] - reserved),
  }));

function smaller({ received, sent }: { received: number; sent: number }) {
  return { received: received % 1e13, sent: sent % 1e13 };
}

function sampleOf(host: OwnReading, index: number) {
  return { ...host, sampledAt: new Date(START + index * 5000).toISOString() };
}

describe('the samples of a connection', () => {
  test('are shown by the hub as the machine itself would show them, whatever changes between two', () => {
    fc.assert(
      fc.property(fc.array(reading, { minLength: 1, maxLength: 8 }), (readings) => {
        const writer = new SampleWriter();
        const reader = new SampleReader();
        for (const [index, host] of readings.entries()) {
          const sample = sampleOf(host, index);
          const sentMs = Date.parse(sample.sampledAt) + index;
          const message = readAgentMessage(JSON.stringify(writer.write(sample, sentMs))) as SampleMessage;
          const received = reader.read(message);
          expect(received.nowMs).toBe(sentMs);
          // The samples are compared in the form sent to clients.
          expect(JSON.stringify(shapeMetrics(received.sample))).toEqual(JSON.stringify(shapeMetrics(sample)));
        }
      }),
    );
  });

  test('of a newer agent are understood, with figures that this hub does not know', () => {
    const message = new SampleWriter().write(sampleOf({ ...new FakeHost().reading, stale: ['disk'] }, 0), START);
    const parts = { ...message.parts, stale: ['ofAnotherVersion', 'disk'] };
    const newer = { ...message, sample: [...message.sample, 4711, null], parts };
    const received = new SampleReader().read(readAgentMessage(JSON.stringify(newer)) as SampleMessage);
    expect(received).toEqual(new SampleReader().read(message));
    expect(received.sample.stale).toEqual(['disk']);
    const short = { ...message, sample: message.sample.slice(0, 14) };
    expect(() => readAgentMessage(JSON.stringify(short))).toThrow('sample');
    const long = { ...message, sample: [...message.sample, ...Array.from({ length: 50 }, () => 1)] };
    expect(() => readAgentMessage(JSON.stringify(long))).toThrow('sample: at most 64');
  });

  test('of an older agent have no reserve, and images are known by their type', () => {
    const fileSystems = [
      fakeFileSystem({ totalBytes: 100, usedBytes: 60, availableBytes: 20 }),
      fakeFileSystem({ path: '/snap/core', type: 'squashfs', totalBytes: 9, usedBytes: 9, readOnly: true }),
    ];
    const message = new SampleWriter().write(sampleOf({ ...new FakeHost().reading, fileSystems }, 0), START);
    const older = { ...message, sample: message.sample.slice(0, 15) };
    const { sample } = new SampleReader().read(readAgentMessage(JSON.stringify(older)) as SampleMessage);
    expect(sample.fileSystems?.map(({ availableBytes, readOnly }) => [availableBytes, readOnly])).toEqual([
      [40, false],
      [0, true],
    ]);
    expect(sample.diskAvailableBytes).toBe(Number(sample.diskTotalBytes) - Number(sample.diskUsedBytes));
  });

  test('take less than 270 bytes a tick on a machine with eight cores and three file systems, minutes included', () => {
    const writer = new SampleWriter();
    const wave = (index: number, most: number) => ((Math.sin(index * 12.9898) * 43_758.5453) % 1) ** 2 * most;
    const samples = Array.from({ length: 12 }, (_, index) => {
      const base = new FakeHost().reading;
      const used = 52_345_678_848 + index * 4096;
      return sampleOf(
        {
          ...base,
          cpuPercent: wave(index, 100),
          corePercents: Array.from({ length: 8 }, (_, core) => wave(index * 8 + core, 100)),
          ramAvailableBytes: 11_534_336_000 + Math.floor(wave(index, 1e6)) * 4096,
          diskUsedBytes: used,
          network: { received: wave(index, 1e6), sent: wave(index + 1, 1e5) },
          diskActivity: { read: wave(index + 2, 1e6), written: wave(index + 3, 1e7) },
          fileSystems: ['/', '/boot', '/home'].map((path, at) =>
            fakeFileSystem({ path, usedBytes: at === 0 ? used : 1e9 }),
          ),
        },
        index,
      );
    });
    const lengths = samples.map(
      (sample) => JSON.stringify(writer.write(sample, Date.parse(sample.sampledAt) + 2)).length,
    );
    const minute = JSON.stringify({
      minute: {
        ...{ startMs: START, data: encodeMinute(START, samples.map(createStoredSample)) },
        processes: Array.from({ length: 6 }, (_, index) => [`node server-${index}.js`, 12.3, 123_456_789 * 1024]),
      },
    });
    const perTick = (lengths.slice(1).reduce((sum, length) => sum + length, 0) + minute.length) / 11;
    expect(perTick).toBeLessThan(270);
  });

  test('of a machine with figures that cannot be are bounded before they are sent', () => {
    const writer = new SampleWriter();
    const host = {
      ...new FakeHost().reading,
      cpuPercent: 100.4,
      corePercents: [-3, Number.NaN],
      ramAvailableBytes: 2 ** 60,
      network: { received: Number.NaN, sent: -5 },
      fileSystems: [fakeFileSystem({ path: `/a\n${'x'.repeat(2000)}`, totalBytes: 5, usedBytes: 9 })],
    };
    const message = JSON.stringify(writer.write(sampleOf(host, 0), START - 5));
    const { sample } = new SampleReader().read(readAgentMessage(message) as SampleMessage);
    expect([sample.cpuPercent, sample.corePercents, sample.network]).toEqual([100, [0, 0], null]);
    expect(sample.ramAvailableBytes).toBe(sample.ramTotalBytes);
    expect(sample.fileSystems?.[0]).toMatchObject({ usedBytes: 5, path: expect.stringMatching(/^\/a\?x+$/) });
  });

  test('of file systems whose list has changed and whose use has not bring both', () => {
    const writer = new SampleWriter();
    const reader = new SampleReader();
    const read = (index: number, path: string) => {
      const fileSystems = [fakeFileSystem({ path, totalBytes: 9, usedBytes: 5 })];
      const sample = sampleOf({ ...new FakeHost().reading, fileSystems }, index);
      const message = JSON.stringify(writer.write(sample, Date.parse(sample.sampledAt)));
      return reader.read(readAgentMessage(message) as SampleMessage).sample.fileSystems;
    };
    expect(read(0, '/a')).toMatchObject([{ path: '/a', usedBytes: 5 }]);
    expect(read(1, '/b')).toMatchObject([{ path: '/b', usedBytes: 5 }]);
  });

  test.each(['"', '語'])('of a machine with thousands of file systems fit into a message: paths of %s', (sign) => {
    const fileSystems = Array.from({ length: 3000 }, (_, index) =>
      fakeFileSystem({ path: `/mnt/${index}/${sign.repeat(900)}`, totalBytes: 5, usedBytes: index === 2999 ? 5 : 4 }),
    );
    const message = JSON.stringify(
      new SampleWriter().write(sampleOf({ ...new FakeHost().reading, fileSystems }, 0), START),
    );
    expect(Buffer.byteLength(message)).toBeLessThan(64 * 1024);
    const { sample } = new SampleReader().read(readAgentMessage(message) as SampleMessage);
    expect(sample.fileSystems?.length).toBeGreaterThan(5);
    // The full file system is the last to be left out.
    expect(sample.fileSystems?.at(-1)).toMatchObject({ usedBytes: 5 });
  });
});
