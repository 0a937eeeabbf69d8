import type { Attributes } from '../protocol/metrics-data.js';

/** The metrics of the semantic conventions from which a reading is made. */
export const USED_METRICS = [
  'system.cpu.time',
  'system.cpu.utilization',
  'system.cpu.logical.count',
  'system.cpu.load_average.1m',
  'system.cpu.load_average.5m',
  'system.cpu.load_average.15m',
  'system.memory.usage',
  'system.memory.limit',
  'system.memory.linux.available',
  'system.paging.usage',
  'system.filesystem.usage',
  'system.disk.io',
  'system.network.io',
  'system.uptime',
] as const;

export type UsedMetric = (typeof USED_METRICS)[number];

/** Names of earlier conventions that some SDKs still use. */
const FORMER_NAMES: Readonly<Record<string, UsedMetric>> = {
  'system.linux.memory.available': 'system.memory.linux.available',
  'system.swap.usage': 'system.paging.usage',
};

/**
 * Metrics of the conventions, and of the collector's `hostmetrics`, for which there is no measure. They are known, so
 * that a collector with its default settings sends nothing that Vigia would have to complain about.
 */
const WITHOUT_MEASURE = new Set([
  'system.cpu.frequency',
  'system.cpu.physical.count',
  'system.disk.io_speed',
  'system.disk.io_time',
  'system.disk.limit',
  'system.disk.merged',
  'system.disk.operation_time',
  'system.disk.operations',
  'system.disk.pending_operations',
  'system.disk.weighted_io_time',
  'system.filesystem.inodes.usage',
  'system.filesystem.limit',
  'system.filesystem.lock.count',
  'system.filesystem.utilization',
  'system.linux.memory.dirty',
  'system.linux.memory.slab.usage',
  'system.memory.linux.hugepages.limit',
  'system.memory.linux.hugepages.page_size',
  'system.memory.linux.hugepages.reserved',
  'system.memory.linux.hugepages.surplus',
  'system.memory.linux.hugepages.usage',
  'system.memory.linux.hugepages.utilization',
  'system.memory.linux.shared',
  'system.memory.linux.slab.usage',
  'system.memory.page_size',
  'system.memory.shared',
  'system.memory.utilization',
  'system.network.connection.count',
  'system.network.connections',
  'system.network.conntrack.count',
  'system.network.conntrack.max',
  'system.network.dropped',
  'system.network.errors',
  'system.network.packet.count',
  'system.network.packet.dropped',
  'system.network.packets',
  'system.paging.faults',
  'system.paging.operations',
  'system.paging.utilization',
  'system.process.count',
  'system.process.created',
  'system.process.limit',
  'system.processes.count',
  'system.processes.created',
  'system.swap.utilization',
]);

const used: ReadonlyMap<string, UsedMetric> = new Map([
  ...USED_METRICS.map((name) => [name, name] as const),
  ...Object.entries(FORMER_NAMES),
]);

/** Returns the present name of a metric that is used; undefined for all others. */
export function usedMetric(name: string): UsedMetric | undefined {
  return used.get(name);
}

/** Whether a metric belongs to the conventions for hosts. */
export function isKnownMetric(name: string): boolean {
  return used.has(name) || WITHOUT_MEASURE.has(name);
}

/** Attributes by meaning, each with its names: in the conventions now, earlier, and in the collector. */
const ATTRIBUTE_NAMES = {
  cpu: ['cpu.logical_number', 'system.cpu.logical_number', 'cpu'],
  cpuMode: ['cpu.mode', 'system.cpu.state', 'state'],
  memoryState: ['system.memory.state', 'state'],
  pagingState: ['system.paging.state', 'system.swap.state', 'state'],
  device: ['network.interface.name', 'system.device.name', 'system.device', 'device'],
  direction: [
    'disk.io.direction',
    'network.io.direction',
    'system.disk.direction',
    'system.network.direction',
    'direction',
  ],
  fileSystemState: ['system.filesystem.state', 'state'],
  fileSystemType: ['system.filesystem.type', 'type'],
  fileSystemMode: ['system.filesystem.mode', 'mode'],
  mountPoint: ['system.filesystem.mountpoint', 'mountpoint'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Returns an attribute as text, by whichever of its names the sender uses; empty if it is missing. */
export function readAttribute(attributes: Attributes, meaning: keyof typeof ATTRIBUTE_NAMES): string {
  for (const name of ATTRIBUTE_NAMES[meaning]) {
    const value = attributes.get(name);
    if (value !== undefined) return String(value).slice(0, ATTRIBUTE_MAX);
  }
  return '';
}

/** Maximum length in characters, as for mount points of agents. */
const ATTRIBUTE_MAX = 1024;
