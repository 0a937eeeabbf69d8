import { describe, expect, test } from 'vitest';
import { HostSamples } from '../../../../../src/features/monitoring/otlp/hosts/host-samples.js';
import type { Attributes, Metric } from '../../../../../src/features/monitoring/otlp/protocol/metrics-data.js';

const T0 = Date.parse('2026-11-27T08:00:00Z');

const GAUGE = { kind: 'gauge', isDelta: false, pointCount: 1 } as const;

function gauge(name: string, at: number, value: number, attributes: Attributes = new Map()): Metric {
  return { ...GAUGE, name, points: [{ attributes, startMs: 0, atMs: T0 + at * 1000, value }] };
}

const uptime = (at: number, value = at) => gauge('system.uptime', at, value);

/** Samples of a host, fed with requests whose times are seconds after `T0` by the service's clock. */
function createSamples(attributes: Attributes = new Map(), budget = { left: 1000 }) {
  const samples = new HostSamples();
  const shown = (made: ReturnType<HostSamples['flush']>) =>
    made.map(({ atMs, reading, skewMs }) => ({ at: (atMs - T0) / 1000, uptime: reading.uptimeSeconds, skewMs }));
  return {
    take: (arrivedAt: number, ...metrics: Metric[]) =>
      shown(
        samples.take(
          attributes,
          metrics,
          { nowMs: T0 + arrivedAt * 1000, steadyMs: 5_000_000 + arrivedAt * 1000 },
          budget,
        ),
      ),
    flush: (at: number) => shown(samples.flush(5_000_000 + at * 1000)),
    reading: (at: number) => samples.flush(5_000_000 + at * 1000)[0]?.reading,
    samples,
  };
}

describe('samples of a host that sends OTLP (decision 104)', () => {
  test('the parts of one moment become one sample, a second after the first', () => {
    const { take, reading, samples } = createSamples();
    expect(take(10, uptime(9.6))).toEqual([]);
    expect(take(10.3, gauge('system.cpu.utilization', 9.9, 0.25, new Map([['state', 'user']])))).toEqual([]);
    expect(samples.flush(5_010_900)).toEqual([]);
    expect(reading(11)).toMatchObject({ uptimeSeconds: 9, cpuPercent: 25 });
    expect(reading(12)).toBeUndefined();
  });

  test('a request sent again makes no further sample', () => {
    const { take, flush } = createSamples();
    take(10, uptime(10));
    expect(flush(11)).toHaveLength(1);
    expect(take(11, uptime(10))).toEqual([]);
    expect(flush(12)).toEqual([]);
  });

  test('requests that were held back become samples of their own times', () => {
    const { take, flush } = createSamples();
    expect(take(100, uptime(30), uptime(10), uptime(20))).toEqual([
      { at: 10, uptime: 10, skewMs: null },
      { at: 20, uptime: 20, skewMs: null },
    ]);
    expect(flush(101)).toEqual([{ at: 30, uptime: 30, skewMs: null }]);
  });

  test('what is beyond the samples of a request becomes part of the next one', () => {
    const { take, flush } = createSamples(new Map(), { left: 1 });
    expect(take(100, uptime(10), uptime(20), uptime(30))).toEqual([{ at: 10, uptime: 10, skewMs: null }]);
    expect(flush(101)).toEqual([{ at: 30, uptime: 30, skewMs: null }]);
  });

  test('a figure that comes after its sample belongs to the next, until it is three intervals old', () => {
    const { take, reading } = createSamples();
    take(10, uptime(10));
    reading(11);
    take(12, gauge('system.memory.limit', 10, 8), gauge('system.memory.usage', 10, 2, new Map([['state', 'used']])));
    take(20, uptime(20));
    expect(reading(21)).toMatchObject({ ramTotalBytes: 8 });
    for (const at of [30, 40]) {
      take(at, uptime(at));
      expect(reading(at + 1)).toMatchObject({ ramTotalBytes: 8 });
    }
    take(50, uptime(50));
    expect(reading(51)).toMatchObject({ ramTotalBytes: null });
  });

  test('the interval is learned from two samples, and one late sample does not change it', () => {
    const { take, flush, samples } = createSamples();
    const send = (at: number) => {
      take(at, uptime(at));
      flush(at + 1);
    };
    send(10);
    expect(samples.intervalMs).toBeUndefined();
    send(20);
    expect(samples.intervalMs).toBe(10_000);
    for (const at of [30, 55, 65]) {
      send(at);
      expect(samples.intervalMs).toBe(10_000);
    }
    for (const at of [75, 105, 135]) send(at);
    expect(samples.intervalMs).toBe(30_000);
  });

  test('a clock that is ahead is corrected by whole minutes and shown', () => {
    const { take, flush } = createSamples();
    take(0, uptime(600));
    expect(flush(1)).toEqual([{ at: 0, uptime: 600, skewMs: 600_000 }]);
  });

  test('a clock that is behind is recognised once its points are as old as before', () => {
    const { take, flush } = createSamples();
    take(600, uptime(0));
    expect(flush(601)).toEqual([{ at: 0, uptime: 0, skewMs: null }]);
    take(610, uptime(10));
    expect(flush(611)).toEqual([{ at: 610, uptime: 10, skewMs: -600_000 }]);
  });

  test('points that waited keep their times, since their age shrinks', () => {
    const { take, flush } = createSamples();
    take(600, uptime(0));
    flush(601);
    take(602, uptime(10));
    expect(flush(603)).toEqual([{ at: 10, uptime: 10, skewMs: null }]);
  });

  test('once a clock that was ahead is set back, its samples continue', () => {
    const { take, flush } = createSamples();
    take(0, uptime(600));
    flush(1);
    take(10, uptime(10));
    expect(flush(11)).toEqual([{ at: 10, uptime: 10, skewMs: null }]);
  });

  test('points without a time are of the moment in which they arrive', () => {
    const { take, flush } = createSamples();
    take(10, { ...GAUGE, name: 'system.uptime', points: [{ attributes: new Map(), startMs: 0, atMs: 0, value: 5 }] });
    expect(flush(11)).toEqual([{ at: 10, uptime: 5, skewMs: null }]);
  });

  test('an uptime that began before 1970 says nothing about the boot', () => {
    const { take, flush, samples } = createSamples();
    take(10, uptime(10, 9e10));
    expect(flush(11)).toHaveLength(1);
    expect(samples.facts.startedAt).toBeNull();
  });

  test('its facts are those of the resource and its figures, and the boot does not move with each sample', () => {
    const attributes = new Map([
      ['host.name', 'web-1'],
      ['host.arch', 'amd64'],
      ['os.type', 'linux'],
      ['os.version', '6.1.0-18-amd64'],
      ['host.cpu.model.name', 'A Processor'],
    ]);
    const { take, flush, samples } = createSamples(attributes);
    const utilization = (cpu: string) =>
      gauge(
        'system.cpu.utilization',
        100,
        0.5,
        new Map([
          ['cpu', cpu],
          ['state', 'idle'],
        ]),
      );
    take(100, uptime(100, 100.9), utilization('0'), utilization('1'));
    flush(101);
    const facts = {
      ...{ name: 'web-1', system: 'Linux 6.1.0-18-amd64', kernel: 'Linux 6.1.0-18-amd64', processor: 'A Processor' },
      ...{ cores: 2, architecture: 'x86_64', environment: 'unknown', environmentName: null },
      startedAt: '2026-11-27T08:00:00.000Z',
    };
    expect(samples.facts).toEqual(facts);
    take(110, uptime(110, 109.2), utilization('0'));
    flush(111);
    expect(samples.facts.startedAt).toBe(facts.startedAt);
  });

  test('a resource that says little has few facts', () => {
    const { samples } = createSamples();
    expect(samples.facts).toEqual({
      ...{ name: '', system: '', kernel: '', processor: null, cores: 1 },
      ...{ environment: 'unknown', environmentName: null, startedAt: null },
    });
  });
});
