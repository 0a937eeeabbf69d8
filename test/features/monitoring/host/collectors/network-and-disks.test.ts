import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import {
  collectNeighbours,
  collectProtocols,
  collectSockets,
  collectSoftnet,
  collectTrackedConnections,
  collectUdpQueues,
} from '../../../../../src/features/monitoring/host/collectors/connections.js';
import { collectDisks } from '../../../../../src/features/monitoring/host/collectors/disks.js';
import {
  collectDeviceProperties,
  collectTraffic,
} from '../../../../../src/features/monitoring/host/collectors/network-devices.js';
import { collectLines } from '../../../../support/machine-files.js';

describe('network and disks, as node_exporter names them (contract 14)', () => {
  test('the traffic of each device, by the columns of the kernel', async () => {
    const numbers = Array.from({ length: 16 }, (_, at) => at + 1).join(' ');
    const lines = await collectLines(collectTraffic, {
      '/proc/net/dev': `Inter-|\n face |bytes\n  eth0: ${numbers}\n`,
    });
    expect(lines).toHaveLength(16);
    for (const [name, value] of Object.entries({
      ...{ receive_bytes: 1, receive_drop: 4, receive_frame: 6, receive_multicast: 8 },
      ...{ transmit_bytes: 9, transmit_colls: 14, transmit_carrier: 15, transmit_compressed: 16 },
    }))
      expect(lines).toContain(`node_network_${name}_total{device="eth0"} ${value}`);
  });

  test('the properties of each device; those that one lacks are left out', async () => {
    const files = {
      '/sys/class/net/bonding_masters': 'bond0\n',
      '/sys/class/net/eth0/operstate': 'up\n',
      '/sys/class/net/eth0/flags': '0x1003\n',
      '/sys/class/net/eth0/mtu': '1500\n',
      '/sys/class/net/eth0/statistics/rx_nohandler': '4\n',
      '/sys/class/net/lo/operstate': 'unknown\n',
    };
    expect((await collectLines(collectDeviceProperties, files)).sort()).toEqual([
      'node_network_flags{device="eth0"} 4099',
      'node_network_mtu_bytes{device="eth0"} 1500',
      'node_network_receive_nohandler_total{device="eth0"} 4',
      'node_network_up{device="eth0"} 1',
      'node_network_up{device="lo"} 0',
    ]);
  });

  test('of the counters of protocols, those that node_exporter chooses', async () => {
    const files = {
      '/proc/net/netstat': 'TcpExt: SyncookiesSent ListenDrops TCPTimeouts PruneCalled\nTcpExt: 1 2 3 4\n',
      '/proc/net/snmp': 'Ip: Forwarding DefaultTTL\nIp: 2 64\nTcp: MaxConn CurrEstab\nTcp: -1 7\n',
      '/proc/net/snmp6': 'Ip6InOctets    128\nUdp6InErrors   3\nIp6OutMcastPkts 9\n',
    };
    expect(await collectLines(collectProtocols, files)).toEqual([
      'node_netstat_TcpExt_SyncookiesSent 1',
      'node_netstat_TcpExt_ListenDrops 2',
      'node_netstat_TcpExt_TCPTimeouts 3',
      'node_netstat_Ip_Forwarding 2',
      'node_netstat_Tcp_CurrEstab 7',
      'node_netstat_Ip6_InOctets 128',
      'node_netstat_Udp6_InErrors 3',
    ]);
  });

  test('sockets by protocol, with their memory in pages and in bytes', async () => {
    const files = {
      '/proc/net/sockstat': 'sockets: used 39\nTCP: inuse 14 orphan 0 tw 2 alloc 17 mem 3\n',
      '/proc/net/sockstat6': 'FRAG6: inuse 0 memory 5\n',
    };
    const page = Number(execFileSync('getconf', ['PAGE_SIZE'], { encoding: 'utf8' }));
    expect(await collectLines(collectSockets, files)).toEqual([
      'node_sockstat_sockets_used 39',
      'node_sockstat_TCP_inuse 14',
      'node_sockstat_TCP_orphan 0',
      'node_sockstat_TCP_tw 2',
      'node_sockstat_TCP_alloc 17',
      'node_sockstat_TCP_mem 3',
      `node_sockstat_TCP_mem_bytes ${3 * page}`,
      'node_sockstat_FRAG6_inuse 0',
      'node_sockstat_FRAG6_memory 5',
    ]);
  });

  test('the queues of UDP sockets, added up; none of a version that the machine lacks', async () => {
    const socket = (number: number, tx: string, rx: string) =>
      ` ${number}: 0100007F:0035 00000000:0000 07 ${tx}:${rx} 00:00000000 00000000     0        0 1 2 0 0\n`;
    const udp = `  sl  local_address rem_address   st tx_queue rx_queue\n${socket(1, '0000000A', '00000001')}${socket(22, '00000001', '00000010')}`;
    expect(await collectLines(collectUdpQueues, { '/proc/net/udp': udp })).toEqual([
      'node_udp_queues{queue="tx",ip="v4"} 11',
      'node_udp_queues{queue="rx",ip="v4"} 17',
    ]);
  });

  test('a file that takes too long to read is left out', async () => {
    const line = ' 1: 0100007F:0035 00000000:0000 07 0000000A:00000001 00\n';
    const times = (count: number) => ({ '/proc/net/udp': line.repeat(count) });
    const fits = Math.floor((1024 * 1024) / line.length);
    expect(await collectLines(collectUdpQueues, times(fits))).toContain(
      `node_udp_queues{queue="tx",ip="v4"} ${10 * fits}`,
    );
    expect(await collectLines(collectUdpQueues, times(fits + 1))).toEqual([]);
  });

  test('neighbours by device, and packets by processor', async () => {
    const arp = `IP address       HW type     Flags       HW address            Mask     Device
10.0.0.1         0x1         0x2         02:fc:00:00:00:02     *        eth0
10.0.0.2         0x1         0x2         02:fc:00:00:00:03     *        eth1
10.0.0.3         0x1         0x2         02:fc:00:00:00:04     *        eth0
`;
    expect(await collectLines(collectNeighbours, { '/proc/net/arp': arp })).toEqual([
      'node_arp_entries{device="eth0"} 2',
      'node_arp_entries{device="eth1"} 1',
    ]);
    const softnet = '0000000a 00000001 00000002 0 0 0 0 0 00000003 00000004 00000005 00000006 00000007\n';
    expect(await collectLines(collectSoftnet, { '/proc/net/softnet_stat': softnet })).toEqual([
      'node_softnet_processed_total{cpu="7"} 10',
      'node_softnet_dropped_total{cpu="7"} 1',
      'node_softnet_times_squeezed_total{cpu="7"} 2',
      'node_softnet_cpu_collision_total{cpu="7"} 3',
      'node_softnet_received_rps_total{cpu="7"} 4',
      'node_softnet_flow_limit_count_total{cpu="7"} 5',
      'node_softnet_backlog_len{cpu="7"} 6',
    ]);
  });

  test('tracked connections, added up over processors', async () => {
    const files = {
      '/proc/sys/net/netfilter/nf_conntrack_count': '3\n',
      '/proc/sys/net/netfilter/nf_conntrack_max': '262144\n',
      '/proc/net/stat/nf_conntrack':
        'entries  found insert_failed\n00000003  0000000a 00000001\n00000003  00000006 00000000\n',
    };
    expect(await collectLines(collectTrackedConnections, files)).toEqual([
      'node_nf_conntrack_entries 3',
      'node_nf_conntrack_entries_limit 262144',
      'node_nf_conntrack_stat_found 16',
      'node_nf_conntrack_stat_insert_failed 1',
    ]);
    expect(await collectLines(collectTrackedConnections, {})).toEqual([]);
  });

  test('disks, without partitions, with as many columns as the kernel has, and what udev knows', async () => {
    const numbers = Array.from({ length: 17 }, (_, at) => at + 1).join(' ');
    const files = {
      '/proc/diskstats': `   8  0 sda ${numbers}\n   8  1 sda1 ${numbers}\n 253  0 dm-0 1 2 3 4 5 6 7 8 9 10 11\n`,
      '/run/udev/data/b8:0':
        'S:disk\nE:ID_MODEL=Disk 9000\nE:ID_SERIAL_SHORT=s1\nE:ID_ATA=1\nE:ID_ATA_ROTATION_RATE_RPM=0\n',
      '/run/udev/data/b253:0': 'E:DM_NAME=vg-root\nE:DM_VG_NAME=vg\nE:ID_FS_TYPE=ext4\nE:ID_FS_UUID=u\n',
    };
    const lines = await collectLines(collectDisks, files);
    expect(lines.some((line) => line.includes('sda1'))).toBe(false);
    for (const line of [
      'node_disk_reads_completed_total{device="sda"} 1',
      'node_disk_read_bytes_total{device="sda"} 1536',
      'node_disk_read_time_seconds_total{device="sda"} 0.004',
      'node_disk_written_bytes_total{device="sda"} 3584',
      'node_disk_io_now{device="sda"} 9',
      'node_disk_flush_requests_time_seconds_total{device="sda"} 0.017',
      'node_disk_io_time_weighted_seconds_total{device="dm-0"} 0.011',
      'node_disk_ata_rotation_rate_rpm{device="sda"} 0',
      'node_disk_info{device="sda",major="8",minor="0",path="",wwn="",model="Disk 9000",serial="s1",revision=""} 1',
      'node_disk_filesystem_info{device="dm-0",type="ext4",usage="",uuid="u",version=""} 1',
      'node_disk_device_mapper_info{device="dm-0",name="vg-root",uuid="",vg_name="vg",lv_name="",lv_layer=""} 1',
    ])
      expect(lines).toContain(line);
    expect(lines.some((line) => line.startsWith('node_disk_discards_completed_total{device="dm-0"}'))).toBe(false);
  });
});
