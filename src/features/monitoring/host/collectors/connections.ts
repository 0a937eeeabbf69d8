import { readFileSync } from 'node:fs';
import type { Collect } from './collector.js';
import type { MachineFiles } from './machine-files.js';

/** Adds the counters of protocols that node_exporter chooses by default. */
export const collectProtocols: Collect = (files, series) => {
  for (const file of ['netstat', 'snmp']) {
    const lines = files.read(`/proc/net/${file}`).split('\n');
    // Each protocol has a line with names, followed by one with values.
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const [protocol = '', ...names] = (lines[at] ?? '').split(' ');
      const [, ...values] = (lines[at + 1] ?? '').split(' ');
      names.forEach((name, column) => {
        series.add(`node_netstat_${protocol.slice(0, -1)}_${name}`, Number(values[column]));
      });
    }
  }
  const version6 = files.readOptional('/proc/net/snmp6') ?? '';
  for (const [, protocol, name, value] of version6.matchAll(/^([A-Za-z]+6)(\w+)\s+(\d+)$/gm)) {
    series.add(`node_netstat_${protocol}_${name}`, Number(value));
  }
};

/** Adds how many sockets there are by protocol, and their memory, which the kernel counts in pages. */
export const collectSockets: Collect = (files, series) => {
  const text = `${files.readOptional('/proc/net/sockstat') ?? ''}\n${files.readOptional('/proc/net/sockstat6') ?? ''}`;
  for (const [, protocol, pairs = ''] of text.matchAll(/^(\w+): (.+)$/gm)) {
    for (const [, name, value] of pairs.matchAll(/(\w+) (\d+)/g)) {
      series.add(`node_sockstat_${protocol}_${name}`, Number(value));
      if (name === 'mem') series.add(`node_sockstat_${protocol}_mem_bytes`, Number(value) * pageBytes());
    }
  }
};

/** Field of the auxiliary vector that has the size of a page, and what it is almost everywhere. */
const AT_PAGESZ = 6;
const USUAL_PAGE_BYTES = 4096;

let knownPageBytes: number | undefined;

/** Returns the size of a page: 4 KiB, and on some ARM machines 16 or 64. */
function pageBytes(): number {
  knownPageBytes ??= readPageBytes();
  return knownPageBytes;
}

/** Reads what the kernel has told this process when it started it, as pairs of two numbers of 64 bits. */
function readPageBytes(): number {
  const vector = readFileSync('/proc/self/auxv');
  const numbers = new BigUint64Array(Uint8Array.from(vector).buffer);
  const at = numbers.findIndex((number, place) => place % 2 === 0 && number === BigInt(AT_PAGESZ));
  return at < 0 ? USUAL_PAGE_BYTES : Number(numbers[at + 1]);
}

/** Adds how many bytes wait in the queues of UDP sockets. */
export const collectUdpQueues: Collect = (files, series) => {
  for (const [ip, file] of [
    ['v4', '/proc/net/udp'],
    ['v6', '/proc/net/udp6'],
  ] as const) {
    const text = files.readOptional(file);
    if (text === undefined) continue;
    let sent = 0;
    let received = 0;
    for (const [, tx = '', rx = ''] of text.matchAll(/^ *\d+: \S+ \S+ \S+ ([0-9A-F]+):([0-9A-F]+) /gm)) {
      sent += Number.parseInt(tx, 16);
      received += Number.parseInt(rx, 16);
    }
    series.add('node_udp_queues', sent, 'tx', ip);
    series.add('node_udp_queues', received, 'rx', ip);
  }
};

/** Adds how many neighbours each network device knows. */
export const collectNeighbours: Collect = (files, series) => {
  const [, ...lines] = files.read('/proc/net/arp').trim().split('\n');
  const devices = Map.groupBy(lines, (line) => line.split(/\s+/).at(-1) ?? '');
  for (const [device, entries] of devices) series.add('node_arp_entries', entries.length, device);
};

/** Columns of `/proc/net/softnet_stat`, all of them hexadecimal. */
const SOFTNET_COLUMNS = {
  processed_total: 0,
  dropped_total: 1,
  times_squeezed_total: 2,
  cpu_collision_total: 8,
  received_rps_total: 9,
  flow_limit_count_total: 10,
  backlog_len: 11,
};
const SOFTNET_PROCESSOR_COLUMN = 12;

/** Adds how each processor has handled packets. */
export const collectSoftnet: Collect = (files, series) => {
  const lines = files.read('/proc/net/softnet_stat').trim().split('\n');
  lines.forEach((line, at) => {
    const numbers = line.split(' ').map((number) => Number.parseInt(number, 16));
    const cpu = String(numbers[SOFTNET_PROCESSOR_COLUMN] ?? at);
    for (const [name, column] of Object.entries(SOFTNET_COLUMNS)) {
      series.add(`node_softnet_${name}`, numbers[column] ?? Number.NaN, cpu);
    }
  });
};

const CONNTRACK_FIELDS = [
  'found',
  'invalid',
  'ignore',
  'insert',
  'insert_failed',
  'drop',
  'early_drop',
  'search_restart',
];

/** Adds how many connections the kernel tracks; without that module, nothing. */
export const collectTrackedConnections: Collect = (files, series) => {
  series.add('node_nf_conntrack_entries', files.readNumber('/proc/sys/net/netfilter/nf_conntrack_count'));
  series.add('node_nf_conntrack_entries_limit', files.readNumber('/proc/sys/net/netfilter/nf_conntrack_max'));
  const sums = sumConntrack(files);
  for (const field of CONNTRACK_FIELDS) series.add(`node_nf_conntrack_stat_${field}`, sums?.get(field) ?? Number.NaN);
};

/** Adds up the hexadecimal columns over all processors. */
function sumConntrack(files: MachineFiles): ReadonlyMap<string, number> | undefined {
  const text = files.readOptional('/proc/net/stat/nf_conntrack');
  if (text === undefined) return undefined;
  const [header = '', ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const sum = (column: number) =>
    lines.reduce((total, numbers) => total + Number.parseInt(numbers[column] ?? '0', 16), 0);
  return new Map([...header].map((name, column) => [name, sum(column)]));
}
