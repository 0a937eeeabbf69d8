import { describe, expect, test } from 'vitest';
import {
  collectArrays,
  collectBonds,
  collectMemoryErrors,
} from '../../../../../src/features/monitoring/host/collectors/redundancy.js';
import { collectLines } from '../../../../support/machine-files.js';

const MDSTAT = `Personalities : [raid1] [raid0]

md0 : active raid1 sdb1[1](F) sda1[0]
      1000 blocks super 1.2 [2/1] [U_]
      bitmap: 0/1 pages [0KB], 65536KB chunk

md1 : active raid1 sdd1[1] sdc1[0] sde1[2](S)
      2000 blocks super 1.2 [2/2] [UU]
      [=>....]  recovery =  8.5% (170/2000) finish=17.0min speed=25K/sec

md2 : active raid0 sdf1[0] sdg1[1]
      3000 blocks 64k chunks

md3 : active (auto-read-only) raid1 sdh1[0] sdi1[1]
      4000 blocks [2/2] [UU]
      \tresync=PENDING

md4 : inactive sdj1[0](S)
      5000 blocks

unused devices: <none>
`;

describe('what is there twice, as node_exporter names it (contract 14)', () => {
  test('software RAID: disks that work, have failed and are spare, and how far it is restored', async () => {
    const lines = await collectLines(collectArrays, { '/proc/mdstat': MDSTAT });
    const of = (device: string, name: string) =>
      lines
        .filter((line) => line.startsWith(`node_md_${name}{`) && line.includes(`device="${device}"`))
        .map((line) => Number(line.split(' ').at(-1)));
    // By state: active, failed, spare.
    expect(['md0', 'md1', 'md2', 'md3', 'md4'].map((device) => of(device, 'disks'))).toEqual([
      ...[
        [1, 1, 0],
        [2, 0, 1],
        [2, 0, 0],
        [2, 0, 0],
        [0, 0, 1],
      ],
    ]);
    expect(['md0', 'md1', 'md2', 'md3', 'md4'].map((device) => of(device, 'disks_required'))).toEqual([
      [2],
      [2],
      [2],
      [2],
      [0],
    ]);
    expect(['md0', 'md1', 'md3'].map((device) => of(device, 'blocks_synced'))).toEqual([[1000], [170], [0]]);
    expect(of('md1', 'blocks')).toEqual([2000]);
    const states = lines.filter((line) => line.startsWith('node_md_state') && line.endsWith(' 1'));
    expect(states.map((line) => line.replace(/.*state="(\w+)".*/, '$1'))).toEqual([
      ...['active', 'recovering', 'active', 'resync', 'inactive'],
    ]);
    expect(lines.filter((line) => line.startsWith('node_md_state'))).toHaveLength(25);
    expect(await collectLines(collectArrays, {})).toEqual([]);
  });

  test('bonds: devices that belong to one, and those that work', async () => {
    const files = {
      '/sys/class/net/bonding_masters': 'bond0 bond1\n',
      '/sys/class/net/bond0/bonding/slaves': 'eth0 eth1\n',
      '/sys/class/net/bond0/slave_eth0/bonding_slave/mii_status': 'up\n',
      '/sys/class/net/bond0/lower_eth1/bonding_slave/mii_status': 'down\n',
      '/sys/class/net/bond1/bonding/slaves': '\n',
    };
    expect(await collectLines(collectBonds, files)).toEqual([
      'node_bonding_slaves{master="bond0"} 2',
      'node_bonding_slaves{master="bond1"} 0',
      'node_bonding_active{master="bond0"} 1',
      'node_bonding_active{master="bond1"} 0',
    ]);
    expect(await collectLines(collectBonds, {})).toEqual([]);
  });

  test('errors of memory, by controller and row', async () => {
    const controller = '/sys/devices/system/edac/mc/mc0';
    const files = {
      [`${controller}/ce_count`]: '3\n',
      [`${controller}/ue_count`]: '0\n',
      [`${controller}/ce_noinfo_count`]: '1\n',
      [`${controller}/csrow2/ce_count`]: '2\n',
      '/sys/devices/system/edac/mc/power/control': 'auto\n',
    };
    expect((await collectLines(collectMemoryErrors, files)).sort()).toEqual([
      'node_edac_correctable_errors_total{controller="0"} 3',
      'node_edac_csrow_correctable_errors_total{controller="0",csrow="2"} 2',
      'node_edac_csrow_correctable_errors_total{controller="0",csrow="unknown"} 1',
      'node_edac_uncorrectable_errors_total{controller="0"} 0',
    ]);
  });
});
