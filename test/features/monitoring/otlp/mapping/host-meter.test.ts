import { describe, expect, test } from 'vitest';
import { usedMetric } from '../../../../../src/features/monitoring/otlp/mapping/conventions.js';
import { HostMeter } from '../../../../../src/features/monitoring/otlp/mapping/host-meter.js';

const T0 = Date.parse('2026-11-27T08:00:00Z');
const GIB = 1024 ** 3;

type Attributes = Readonly<Record<string, string | number | boolean>>;

interface Sent {
  readonly value: number;
  readonly at?: number;
  readonly start?: number;
  readonly attributes?: Attributes;
  readonly isDelta?: boolean;
}

/** A meter that is fed with points at seconds after `T0`. */
function createMeter() {
  const meter = new HostMeter();
  const send = (name: string, { value, at = 0, start = -100, attributes = {}, isDelta = false }: Sent) => {
    const metric = usedMetric(name);
    if (!metric) throw new Error(`${name} is not used`);
    const times = { atMs: T0 + at * 1000, startMs: T0 + start * 1000 };
    meter.take(metric, { value, ...times, attributes: new Map(Object.entries(attributes)) }, isDelta);
  };
  return { send, read: (since = 0) => meter.read(T0 + since * 1000), cores: () => meter.cores };
}

type Meter = ReturnType<typeof createMeter>;

/** Sends the time of a processor in each mode, in seconds. */
function sendCpu({ send }: Meter, at: number, cpu: string, modes: Readonly<Record<string, number>>, more: object = {}) {
  for (const [state, value] of Object.entries(modes))
    send('system.cpu.time', { value, at, attributes: { cpu, state }, ...more });
}

describe('processors from OTLP (decision 104)', () => {
  test('their busy share is computed from two points of each mode, with waiting as idle', () => {
    const meter = createMeter();
    sendCpu(meter, 0, 'cpu0', { user: 100, system: 50, idle: 1000, wait: 10, steal: 0 });
    sendCpu(meter, 0, 'cpu1', { user: 100, system: 50, idle: 1000, wait: 10, steal: 0 });
    expect(meter.read()).toMatchObject({ cpuPercent: null, corePercents: null });
    sendCpu(meter, 10, 'cpu1', { user: 100, system: 50, idle: 1010, wait: 10, steal: 0 });
    sendCpu(meter, 10, 'cpu0', { user: 104, system: 51, idle: 1003, wait: 11, steal: 1 });
    expect(meter.read()).toMatchObject({ cpuPercent: 30, corePercents: [60, 0] });
    expect(meter.cores()).toBe(2);
  });

  test('points that come twice change nothing', () => {
    const meter = createMeter();
    for (const isDelta of [false, true]) {
      sendCpu(meter, 0, '0', { user: 0, idle: 0 }, { isDelta });
      for (const _ of [1, 2]) sendCpu(meter, 10, '0', { user: 4, idle: 6 }, { isDelta });
      expect(meter.read().cpuPercent).toBe(40);
    }
  });

  test('the tenth processor comes after the ninth', () => {
    const meter = createMeter();
    for (const at of [0, 10]) {
      for (const cpu of ['10', '9', '0']) {
        sendCpu(meter, at, cpu, { user: cpu === '10' && at > 0 ? 5 : 0, idle: at - (cpu === '10' && at > 0 ? 5 : 0) });
      }
    }
    expect(meter.read().corePercents).toEqual([0, 0, 50]);
  });

  test('deltas need one point only', () => {
    const meter = createMeter();
    sendCpu(meter, 10, '0', { user: 2, idle: 8 }, { isDelta: true, start: 0 });
    expect(meter.read().cpuPercent).toBe(20);
  });

  test.each([
    [
      { 'system.cpu.logical_number': 0, 'system.cpu.state': 'user' },
      { 'system.cpu.logical_number': 0, 'system.cpu.state': 'idle' },
    ],
    [
      { 'cpu.logical_number': '0', 'cpu.mode': 'user' },
      { 'cpu.logical_number': '0', 'cpu.mode': 'idle' },
    ],
    [
      { cpu: '0', state: 'user' },
      { cpu: '0', state: 'idle' },
    ],
  ] satisfies [Attributes, Attributes][])('attributes may have the names of any version: %o', (busy, idle) => {
    const meter = createMeter();
    meter.send('system.cpu.time', { value: 25, at: 10, start: 0, isDelta: true, attributes: busy });
    meter.send('system.cpu.time', { value: 75, at: 10, start: 0, isDelta: true, attributes: idle });
    expect(meter.read()).toMatchObject({ cpuPercent: 25, corePercents: [25] });
  });

  test('the sender’s own utilization is used until the times say more', () => {
    const meter = createMeter();
    const utilization = (at: number, user: number, idle: number) => {
      meter.send('system.cpu.utilization', { value: user, at, attributes: { cpu: '0', state: 'user' } });
      meter.send('system.cpu.utilization', { value: idle, at, attributes: { cpu: '0', state: 'idle' } });
    };
    sendCpu(meter, 0, '0', { user: 0, idle: 0 });
    utilization(0, 0.4, 0.6);
    expect(meter.read().cpuPercent).toBeCloseTo(40);
    sendCpu(meter, 10, '0', { user: 1, idle: 9 });
    utilization(10, 0.4, 0.6);
    expect(meter.read().cpuPercent).toBeCloseTo(10);
  });

  test('a sum over all processors has no list of them', () => {
    const meter = createMeter();
    meter.send('system.cpu.utilization', { value: 0.25, attributes: { state: 'user' } });
    meter.send('system.cpu.utilization', { value: 0.75, attributes: { state: 'idle' } });
    expect(meter.read()).toMatchObject({ cpuPercent: 25, corePercents: [] });
  });

  test.each([
    ['the total has become smaller', { value: 3, start: -100 }],
    ['the count has a new start', { value: 5000, start: 5 }],
  ])('nothing is known of the interval in which %s, and all of the next', (_, reset) => {
    const meter = createMeter();
    sendCpu(meter, 0, '0', { user: 1000, idle: 1000 });
    for (const state of ['user', 'idle'])
      meter.send('system.cpu.time', { ...reset, at: 10, attributes: { cpu: '0', state } });
    expect(meter.read().cpuPercent).toBeNull();
    meter.send('system.cpu.time', {
      value: reset.value + 1,
      start: reset.start,
      at: 20,
      attributes: { cpu: '0', state: 'user' },
    });
    meter.send('system.cpu.time', {
      value: reset.value + 3,
      start: reset.start,
      at: 20,
      attributes: { cpu: '0', state: 'idle' },
    });
    expect(meter.read().cpuPercent).toBe(25);
  });

  test('a start that moves with every point, but before the previous one, is no reset', () => {
    const meter = createMeter();
    sendCpu(meter, 0, '0', { user: 10, idle: 10 }, { start: -50 });
    sendCpu(meter, 10, '0', { user: 11, idle: 19 }, { start: -40 });
    expect(meter.read().cpuPercent).toBe(10);
  });
});

describe('memory from OTLP (decision 104)', () => {
  const sendMemory = ({ send }: Meter, states: Readonly<Record<string, number>>) => {
    for (const [state, value] of Object.entries(states)) send('system.memory.usage', { value, attributes: { state } });
  };

  test.each([
    [
      'the collector on Linux, whose slab is part of other states',
      { used: 2, free: 1, buffered: 1, cached: 4, slab_reclaimable: 1, slab_unreclaimable: 1 },
    ],
    ['the collector on macOS', { used: 2, free: 3, inactive: 3 }],
    ['the SDK', { used: 2, free: 6 }],
    ['the newest conventions', { used: 2, available: 6 }],
    ['older versions of the collector, with a total', { total: 8, used: 2, free: 1, cached: 4 }],
  ])('%s: total, and what is not in use', (_, states) => {
    const meter = createMeter();
    sendMemory(meter, states as Readonly<Record<string, number>>);
    expect(meter.read()).toMatchObject({ ramTotalBytes: 8, ramAvailableBytes: 6 });
  });

  test("the kernel's estimate and the limit are preferred where they are sent", () => {
    const meter = createMeter();
    sendMemory(meter, { used: 2, free: 1, buffers: 1, cached: 4 });
    meter.send('system.memory.limit', { value: 10 });
    meter.send('system.linux.memory.available', { value: 7 });
    expect(meter.read()).toMatchObject({ ramTotalBytes: 10, ramAvailableBytes: 7 });
  });

  test('without the part in use nothing is known', () => {
    const meter = createMeter();
    sendMemory(meter, { free: 1 });
    expect(meter.read()).toMatchObject({ ramTotalBytes: null, ramAvailableBytes: null });
  });

  test('swap is summed over its devices; a host that sends nothing of it has none to show', () => {
    const meter = createMeter();
    expect(meter.read()).toMatchObject({ swapTotalBytes: null, swapUsedBytes: null });
    for (const device of ['/dev/a', '/dev/b']) {
      meter.send('system.paging.usage', { value: 1, attributes: { device, state: 'used' } });
      meter.send('system.paging.usage', { value: 3, attributes: { device, state: 'free' } });
    }
    expect(meter.read()).toMatchObject({ swapTotalBytes: 8, swapUsedBytes: 2 });
  });
});

describe('traffic from OTLP (decision 104)', () => {
  const sendTraffic = (
    { send }: Meter,
    name: string,
    at: number,
    devices: Readonly<Record<string, [number, number]>>,
  ) => {
    const [into, out] = name === 'system.disk.io' ? ['read', 'write'] : ['receive', 'transmit'];
    for (const [device, values] of Object.entries(devices)) {
      send(name, { value: values[0], at, attributes: { device, direction: into ?? '' } });
      send(name, { value: values[1], at, attributes: { device, direction: out ?? '' } });
    }
  };

  test('disks count, but not partitions, nor virtual disks above them', () => {
    const meter = createMeter();
    const names = ['sda', 'sda1', 'nvme0n1', 'nvme0n1p2', 'dm-0', 'md0', 'loop3'];
    for (const at of [0, 10]) {
      sendTraffic(meter, 'system.disk.io', at, Object.fromEntries(names.map((name) => [name, [at * 100, at * 10]])));
    }
    expect(meter.read().diskActivity).toEqual({ read: 200, written: 20 });
  });

  test('network cards count, but not what is built on them or within the machine', () => {
    const meter = createMeter();
    const names = ['lo', 'eth0', 'enp3s0', 'wlan0', 'eth0.100', 'docker0', 'veth12', 'br-1f', 'tun0', 'bond0'];
    for (const at of [0, 10]) {
      sendTraffic(meter, 'system.network.io', at, Object.fromEntries(names.map((name) => [name, [at * 100, at * 10]])));
    }
    expect(meter.read().network).toEqual({ received: 300, sent: 30 });
  });

  test('without anything that looks like a card, what seems to lead outside counts', () => {
    const meter = createMeter();
    for (const at of [0, 10])
      sendTraffic(meter, 'system.network.io', at, { lo: [at, at], vmx0: [at, 0], docker0: [at, at] });
    expect(meter.read().network).toEqual({ received: 1, sent: 0 });
  });

  test('a rate covers the time of its own delta', () => {
    const meter = createMeter();
    const attributes = { 'network.interface.name': 'eth0', 'network.io.direction': 'receive' };
    meter.send('system.network.io', { value: 600, at: 60, start: 0, isDelta: true, attributes });
    expect(meter.read().network).toEqual({ received: 10, sent: 0 });
  });

  test('a point that comes twice, or late, counts once', () => {
    const meter = createMeter();
    sendTraffic(meter, 'system.network.io', 0, { eth0: [0, 0] });
    sendTraffic(meter, 'system.network.io', 20, { eth0: [2000, 0] });
    sendTraffic(meter, 'system.network.io', 10, { eth0: [500, 0] });
    sendTraffic(meter, 'system.network.io', 20, { eth0: [2000, 0] });
    expect(meter.read().network).toEqual({ received: 100, sent: 0 });
    sendTraffic(meter, 'system.network.io', 30, { eth0: [2500, 0] });
    expect(meter.read().network).toEqual({ received: 50, sent: 0 });
  });

  test('every other point, as at one of two nodes, still gives the right rate', () => {
    const meter = createMeter();
    sendTraffic(meter, 'system.network.io', 0, { eth0: [0, 0] });
    sendTraffic(meter, 'system.network.io', 20, { eth0: [3000, 0] });
    expect(meter.read().network).toEqual({ received: 150, sent: 0 });
  });

  test('one device whose count restarts does not hide the others', () => {
    const meter = createMeter();
    sendTraffic(meter, 'system.network.io', 0, { eth0: [1000, 0], eth1: [9000, 0] });
    sendTraffic(meter, 'system.network.io', 10, { eth0: [2000, 0], eth1: [50, 0] });
    expect(meter.read().network).toEqual({ received: 100, sent: 0 });
  });
});

describe('file systems from OTLP (decision 104)', () => {
  const sendFileSystem = (
    { send }: Meter,
    attributes: Attributes,
    { used, free, reserved = 0 }: { used: number; free: number; reserved?: number },
    at = 0,
  ) => {
    for (const [state, value] of Object.entries({ used, free, reserved })) {
      send('system.filesystem.usage', { value: value * GIB, at, attributes: { ...attributes, state } });
    }
  };
  const ROOT = { device: '/dev/sda1', mountpoint: '/', type: 'ext4', mode: 'rw' };

  test('the root is the disk, and space for root alone does not count as available', () => {
    const meter = createMeter();
    sendFileSystem(meter, ROOT, { used: 6, free: 3, reserved: 1 });
    expect(meter.read()).toMatchObject({
      diskTotalBytes: 10 * GIB,
      diskUsedBytes: 6 * GIB,
      diskAvailableBytes: 3 * GIB,
      fileSystems: [{ path: '/', type: 'ext4', readOnly: false, totalBytes: 10 * GIB, stale: false }],
    });
  });

  test('each is listed once, without those that hold no data of their own', () => {
    const meter = createMeter();
    sendFileSystem(meter, ROOT, { used: 1, free: 1 });
    sendFileSystem(meter, { ...ROOT, mountpoint: '/var/lib/docker' }, { used: 1, free: 1 });
    sendFileSystem(meter, { device: 'tmpfs', mountpoint: '/tmp', type: 'tmpfs', mode: 'rw' }, { used: 1, free: 1 });
    sendFileSystem(
      meter,
      { device: 'overlay', mountpoint: '/var/x', type: 'overlay', mode: 'rw' },
      { used: 1, free: 1 },
    );
    sendFileSystem(meter, { device: 'tank/data', mountpoint: '/data', type: 'zfs', mode: 'rw' }, { used: 1, free: 1 });
    sendFileSystem(
      meter,
      { device: '/dev/loop1', mountpoint: '/snap/x', type: 'squashfs', mode: 'rw' },
      { used: 1, free: 0 },
    );
    sendFileSystem(
      meter,
      { device: '/dev/sdb1', mountpoint: '/media', type: 'ext4', mode: 'ro' },
      { used: 1, free: 0 },
    );
    expect(meter.read().fileSystems?.map(({ path, readOnly }) => [path, readOnly])).toEqual([
      ['/', false],
      ['/data', false],
      ['/media', true],
      ['/snap/x', true],
    ]);
  });

  test('on Windows the drive C is the disk', () => {
    const meter = createMeter();
    sendFileSystem(meter, { device: 'D:', mountpoint: 'D:', type: 'NTFS', mode: 'rw' }, { used: 100, free: 900 });
    sendFileSystem(meter, { device: 'C:', mountpoint: 'C:', type: 'NTFS', mode: 'rw' }, { used: 5, free: 5 });
    expect(meter.read()).toMatchObject({ diskTotalBytes: 10 * GIB, fileSystems: [{ path: 'C:' }, { path: 'D:' }] });
  });

  test('names of the newest conventions are understood', () => {
    const meter = createMeter();
    const names = {
      'system.device': '/dev/sda1',
      'system.filesystem.mountpoint': '/',
      'system.filesystem.type': 'xfs',
    };
    for (const [state, value] of [
      ['used', 1],
      ['free', 3],
    ] as const) {
      meter.send('system.filesystem.usage', { value, attributes: { ...names, 'system.filesystem.state': state } });
    }
    expect(meter.read()).toMatchObject({ diskTotalBytes: 4, fileSystems: [{ path: '/', type: 'xfs' }] });
  });

  test('one that is gone is no longer listed', () => {
    const meter = createMeter();
    sendFileSystem(meter, ROOT, { used: 1, free: 1 });
    sendFileSystem(meter, { ...ROOT, device: '/dev/sdb1', mountpoint: '/mnt' }, { used: 1, free: 1 });
    sendFileSystem(meter, ROOT, { used: 1, free: 1 }, 10);
    expect(meter.read().fileSystems?.map(({ path }) => path)).toEqual(['/']);
  });
});

describe('readings from OTLP (decision 104)', () => {
  test('load and uptime are those of the sender', () => {
    const meter = createMeter();
    for (const [minutes, value] of [
      [1, 0.5],
      [5, 0.25],
      [15, 0.125],
    ]) {
      meter.send(`system.cpu.load_average.${minutes}m`, { value: value ?? 0 });
    }
    meter.send('system.uptime', { value: 12.7 });
    expect(meter.read()).toMatchObject({ loadAverage: [0.5, 0.25, 0.125], uptimeSeconds: 12 });
  });

  test('figures that are missing, or older than asked for, are null', () => {
    const meter = createMeter();
    meter.send('system.uptime', { value: 12 });
    expect(meter.read(1)).toEqual({
      ...{ cpuPercent: null, corePercents: null, cpuTemperatureCelsius: null, loadAverage: null },
      ...{ ramTotalBytes: null, ramAvailableBytes: null, swapTotalBytes: null, swapUsedBytes: null },
      ...{ diskTotalBytes: null, diskUsedBytes: null, diskAvailableBytes: null, fileSystems: null },
      ...{ network: null, diskActivity: null, uptimeSeconds: null, limits: null, kernelFigures: {}, stale: [] },
    });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e300])('a figure of %d changes nothing', (value) => {
    const meter = createMeter();
    const metrics = ['system.uptime', 'system.memory.limit', 'system.cpu.load_average.1m', 'system.paging.usage'];
    for (const name of metrics) meter.send(name, { value, attributes: { state: 'used' } });
    meter.send('system.memory.usage', { value, attributes: { state: 'used' } });
    meter.send('system.filesystem.usage', { value, attributes: { state: 'used', mountpoint: '/', device: '/dev/a' } });
    expect(meter.read()).toEqual(createMeter().read());
  });

  test('a host with more series than it may have keeps those it has', () => {
    const meter = createMeter();
    for (const at of [0, 10]) {
      for (let device = 0; device < 6000; device += 1) {
        const attributes = { device: `eth${device}`, direction: 'receive' };
        meter.send('system.network.io', { value: at, at, attributes });
      }
    }
    expect(meter.read().network).toEqual({ received: 5000, sent: 0 });
  });
});
