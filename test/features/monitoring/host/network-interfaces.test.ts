import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type CountedInterfaces,
  NetworkInterfaces,
} from '../../../../src/features/monitoring/host/network-interfaces.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

interface FakeInterface {
  /** Names of the entries in the interface's sysfs folder, without content. */
  readonly has?: readonly string[];
  readonly on?: readonly string[];
  readonly master?: string;
  readonly mac?: string;
  readonly flags?: string;
  readonly uevent?: string;
  readonly isTun?: boolean;
}

/** The bridge of an engine for containers within this machine, and a container's end in it. */
const DOCKER = {
  docker0: { has: ['bridge'], on: ['veth1a2b'], mac: '02:42:01:02:03:04' },
  veth1a2b: { master: 'docker0', mac: 'fe:01:02:03:04:05' },
} as const;

/** Creates folders like `/sys/class/net` and `/proc`. @returns functions that report what is counted there. */
function machine(
  interfaces: Readonly<Record<string, FakeInterface>>,
  { route = 'eth0', addressed = [route] }: { route?: string; addressed?: readonly string[] } = {},
) {
  const folder = temporaryFolder();
  const put = (
    name: string,
    { has = [], on = [], master, mac = name, flags = '0x1003', uevent = '', isTun = false }: FakeInterface,
  ) => {
    const own = join(folder, 'net', name);
    for (const each of [...has, ...on.map((lower) => `lower_${lower}`)])
      mkdirSync(join(own, each), { recursive: true });
    mkdirSync(own, { recursive: true });
    for (const lower of on) mkdirSync(join(folder, 'net', lower, `upper_${name}`), { recursive: true });
    if (master !== undefined) symlinkSync(join('..', master), join(own, 'master'));
    const texts = { address: mac, flags, uevent, type: name === 'lo' ? '772' : '1' };
    for (const [file, text] of Object.entries({ ...texts, ...(isTun && { tun_flags: '0x1001' }) }))
      writeFileSync(join(own, file), `${text}\n`);
  };
  const all = { lo: {}, ...interfaces };
  for (const [name, one] of Object.entries(all)) put(name, one);
  writeFileSync(
    join(folder, 'net', 'route'),
    `Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\n${route}\t00000000\t010200C0\t0003\t0\t0\t0\t00000000\t0\t0\t0\n`,
  );
  const told: CountedInterfaces[] = [];
  const network = new NetworkInterfaces({
    sysfs: join(folder, 'net'),
    proc: folder,
    addressed: () => new Set(addressed),
    onChange: (now) => told.push(now),
  });
  const counted = (names = Object.keys(all)) => [...network.of(new Map(names.map((name) => [name, 0]))).keys()];
  return { counted, told, put };
}

describe('the interfaces whose traffic is summed', () => {
  test('are the physical ones of a machine, whatever is built upon them and however it is called', () => {
    const { counted, told } = machine({
      enp1s0: { has: ['device'], master: 'bond7' },
      enp2s0: { has: ['device'], master: 'bond7' },
      bond7: { has: ['bonding'], on: ['enp1s0', 'enp2s0'] },
      'bond7.20': { on: ['bond7'] },
      vmbr0: { has: ['bridge'], on: ['bond7.20'] },
      lxdbr0: { has: ['bridge'], on: ['eth9'] },
      eth9: { master: 'lxdbr0' },
      wg0: { flags: '0x91' },
      ...DOCKER,
    });
    expect(counted()).toEqual(['enp1s0', 'enp2s0']);
    expect(told).toEqual([
      {
        counted: ['enp1s0', 'enp2s0'],
        leftOut: ['lo', 'bond7', 'bond7.20', 'vmbr0', 'lxdbr0', 'eth9', 'wg0', 'docker0', 'veth1a2b'],
      },
    ]);
  });

  test('are one for a card that a cloud shows twice', () => {
    const { counted } = machine({ eth0: { has: ['device'], on: ['enP1'] }, enP1: { has: ['device'], master: 'eth0' } });
    expect(counted()).toEqual(['eth0']);
  });

  test('are those of a container, of which nothing is physical', () => {
    expect(machine({ eth0: {}, eth1: {} }, { addressed: ['eth0', 'eth1'] }).counted()).toEqual(['eth0', 'eth1']);
  });

  test('are not those of containers within this one, nor the ends that nobody here uses', () => {
    expect(machine({ eth0: {}, ...DOCKER, cali12: {}, dummy0: { flags: '0x83' } }).counted()).toEqual(['eth0']);
  });

  test.each([['br0'], ['br0.5']])('are the port of a bridge that leads outside over %s, once', (route) => {
    const bridged = {
      eth0: { master: 'br0', mac: 'aa' },
      nested: { master: 'br0', mac: 'fe' },
      br0: { has: ['bridge'], on: ['eth0', 'nested'], mac: 'aa' },
      'br0.5': { on: ['br0'] },
      ...DOCKER,
    };
    expect(machine(bridged, { route }).counted()).toEqual(['eth0']);
    // Some systems give the bridge its own address.
    expect(machine({ ...bridged, br0: { ...bridged.br0, mac: 'cc' } }, { route }).counted()).toEqual([
      'eth0',
      'nested',
    ]);
  });

  test('are the ground of VLANs and bonds in a container, and not tunnels beside it', () => {
    const { counted } = machine(
      {
        eth0: {},
        'eth0.7': { on: ['eth0'] },
        tun0: { isTun: true },
        wg0: { flags: '0x91' },
        vx: { uevent: 'DEVTYPE=vxlan\nINTERFACE=vx' },
      },
      { route: 'tun0', addressed: ['eth0.7', 'tun0', 'wg0', 'vx'] },
    );
    expect(counted()).toEqual(['eth0']);
  });

  test('are a tunnel where there is nothing else, as without privileges', () => {
    expect(machine({ tap0: { isTun: true } }, { route: 'tap0' }).counted()).toEqual(['tap0']);
  });

  test('are told again when others count, and not for containers that come and go', () => {
    const { counted, told, put } = machine({ eth0: { has: ['device'] }, ...DOCKER });
    expect(counted()).toEqual(['eth0']);
    put('veth9', { master: 'docker0' });
    put('usb0', { has: ['device'] });
    expect(counted(['lo', 'eth0', 'veth9'])).toEqual(['eth0']);
    expect(told).toHaveLength(1);
    expect(counted(['lo', 'eth0', 'usb0'])).toEqual(['eth0', 'usb0']);
    expect(told).toHaveLength(2);
  });
});
