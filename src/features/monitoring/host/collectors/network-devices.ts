import { receiveStatistics, transmitStatistics } from '../../exposition/network-families.js';
import type { Collect } from './collector.js';

export const NETWORK_CLASS = '/sys/class/net';

/** Maximum number of network devices whose properties are read, which takes about 0.2 ms for each. */
const DEVICES_MAX = 256;

/** Adds the traffic of each network device. */
export const collectTraffic: Collect = (files, series) => {
  for (const [, device = '', numbers = ''] of files.read('/proc/net/dev').matchAll(/^ *([^\s:]+):(.+)$/gm)) {
    const counts = numbers.trim().split(/ +/).map(Number);
    receiveStatistics.forEach((name, at) => {
      series.add(`node_network_receive_${name}_total`, counts[at] ?? Number.NaN, device);
    });
    transmitStatistics.forEach((name, at) => {
      series.add(`node_network_transmit_${name}_total`, counts[receiveStatistics.length + at] ?? Number.NaN, device);
    });
  }
};

/** Files of sysfs that are a number, by the name that node_exporter has for it if it is another. */
const PROPERTIES: Readonly<Record<string, string>> = {
  addr_assign_type: 'address_assign_type',
  carrier: 'carrier',
  carrier_changes: 'carrier_changes_total',
  carrier_up_count: 'carrier_up_changes_total',
  carrier_down_count: 'carrier_down_changes_total',
  dev_id: 'device_id',
  dormant: 'dormant',
  flags: 'flags',
  ifindex: 'iface_id',
  iflink: 'iface_link',
  link_mode: 'iface_link_mode',
  mtu: 'mtu_bytes',
  name_assign_type: 'name_assign_type',
  netdev_group: 'net_dev_group',
  tx_queue_len: 'transmit_queue_length',
  type: 'protocol_type',
  'statistics/rx_nohandler': 'receive_nohandler_total',
};

/** Returns the network devices of this machine. */
export const listNetworkDevices = (files: Parameters<Collect>[0]): readonly string[] =>
  files
    .list(NETWORK_CLASS)
    // A file for all bonds together, which is no device.
    .filter((name) => name !== 'bonding_masters')
    .slice(0, DEVICES_MAX);

/** Adds the properties of each network device, but for those that ask its driver (`collectLinks`). */
export const collectDeviceProperties: Collect = (files, series) => {
  for (const device of listNetworkDevices(files)) {
    const folder = `${NETWORK_CLASS}/${device}`;
    for (const [file, name] of Object.entries(PROPERTIES)) {
      series.add(`node_network_${name}`, files.readNumber(`${folder}/${file}`), device);
    }
    series.add('node_network_up', files.readLine(`${folder}/operstate`) === 'up' ? 1 : 0, device);
  }
};
