import { define } from './node-family.js';

/** Statistics of network devices, in the order of the kernel's columns. */
export const receiveStatistics = ['bytes', 'packets', 'errs', 'drop', 'fifo', 'frame', 'compressed', 'multicast'];
export const transmitStatistics = ['bytes', 'packets', 'errs', 'drop', 'fifo', 'colls', 'carrier', 'compressed'];

function statisticsOf(prefix: string, names: readonly string[]) {
  return Object.fromEntries(
    names.map((name) => [`${prefix}_${name}_total`, `Network device statistic ${prefix}_${name}.`]),
  );
}

function propertiesOf(names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, `Network device property: ${name}`]));
}

/** Families about network devices, connections and the kernel's handling of packets. */
export const networkFamilies = [
  ...define('counter', ['device'], 'network_', {
    ...statisticsOf('receive', [...receiveStatistics, 'nohandler']),
    ...statisticsOf('transmit', transmitStatistics),
    ...propertiesOf(['carrier_changes_total', 'carrier_up_changes_total', 'carrier_down_changes_total']),
  }),
  ...define('gauge', ['device'], 'network_', {
    up: "Value is 1 if operstate is 'up', 0 otherwise.",
    ...propertiesOf(['address_assign_type', 'carrier', 'device_id', 'dormant', 'flags', 'iface_id', 'iface_link']),
    ...propertiesOf(['iface_link_mode', 'mtu_bytes', 'name_assign_type', 'net_dev_group', 'protocol_type']),
    ...propertiesOf(['speed_bytes', 'transmit_queue_length']),
  }),
  ...define('gauge', ['device', 'address', 'broadcast', 'duplex', 'operstate', 'ifalias'], 'network_', {
    info: 'Non-numeric data from /sys/class/net/<iface>, value is always 1.',
  }),
  ...define('gauge', ['master'], 'bonding_', {
    slaves: 'Number of configured slaves per bonding interface.',
    active: 'Number of active slaves per bonding interface.',
  }),
  ...define('gauge', ['device'], 'arp_', { entries: 'ARP entries by device' }),
  ...define('gauge', [], 'nf_conntrack_', {
    entries: 'Number of currently allocated flow entries for connection tracking.',
    entries_limit: 'Maximum size of connection tracking table.',
    stat_found: 'Number of searched entries which were successful.',
    stat_invalid: 'Number of packets seen which can not be tracked.',
    stat_ignore: 'Number of packets seen which are already connected to a conntrack entry.',
    stat_insert: 'Number of entries inserted into the list.',
    stat_insert_failed: 'Number of entries for which list insertion was attempted but failed.',
    stat_drop: 'Number of packets dropped due to conntrack failure.',
    stat_early_drop:
      'Number of dropped conntrack entries to make room for new ones, if maximum table size was reached.',
    stat_search_restart: 'Number of conntrack table lookups which had to be restarted due to hashtable resizes.',
  }),
  ...define('counter', ['cpu'], 'softnet_', {
    processed_total: 'Number of processed packets',
    dropped_total: 'Number of dropped packets',
    times_squeezed_total: 'Number of times processing packets ran out of quota',
    cpu_collision_total: 'Number of collision occur while obtaining device lock while transmitting',
    received_rps_total: 'Number of times cpu woken up received_rps',
    flow_limit_count_total: 'Number of times flow limit has been reached',
  }),
  ...define('gauge', ['cpu'], 'softnet_', { backlog_len: 'Softnet backlog status' }),
  ...define('gauge', ['queue', 'ip'], '', {
    udp_queues: 'Number of allocated memory in the kernel for UDP datagrams in bytes.',
  }),
];
