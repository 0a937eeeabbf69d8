import { gauge, type MetricFamily, type MetricValue } from '../../monitoring/exposition/metric-family.js';
import type { HostStatus } from '../../monitoring/hosts/status/host-states.js';
import type { Sample } from '../../monitoring/sampler.js';

/** Reads a value from a sample; null if the host does not report it. */
type Figure = (sample: Sample) => number | null | undefined;

/** Gauges that have the same meaning, and therefore the same name, as in node_exporter. */
const NODE_GAUGES: readonly (readonly [name: string, help: string, figure: Figure])[] = [
  ['node_load1', '1m load average.', ({ loadAverage }) => loadAverage?.[0]],
  ['node_load5', '5m load average.', ({ loadAverage }) => loadAverage?.[1]],
  ['node_load15', '15m load average.', ({ loadAverage }) => loadAverage?.[2]],
  ['node_memory_MemTotal_bytes', 'Memory of the machine.', ({ ramTotalBytes }) => ramTotalBytes],
  [
    'node_memory_MemAvailable_bytes',
    'Memory that programs could still get.',
    ({ ramAvailableBytes }) => ramAvailableBytes,
  ],
  ['node_memory_SwapTotal_bytes', 'Swap of the machine.', ({ swapTotalBytes }) => swapTotalBytes],
  [
    'node_memory_SwapFree_bytes',
    'Swap that is free.',
    ({ swapTotalBytes: total, swapUsedBytes: used }) => (total === null || used === null ? null : total - used),
  ],
  [
    'node_boot_time_seconds',
    'When the machine was started, in unixtime.',
    ({ sampledAt, uptimeSeconds }) =>
      uptimeSeconds === null ? null : Math.round(Date.parse(sampledAt) / 1000 - uptimeSeconds),
  ],
];

/** Rates and ratios, which have their own names because node_exporter has counters instead. */
const VIGIA_GAUGES: readonly (readonly [name: string, help: string, figure: Figure])[] = [
  [
    'vigia_host_cpu_busy_ratio',
    'Share of the time since the sample before in which the processors were busy, 0 to 1.',
    ({ cpuPercent }) => (cpuPercent === null ? null : cpuPercent / 100),
  ],
  [
    'vigia_host_cpu_temperature_celsius',
    'Temperature of the processor.',
    ({ cpuTemperatureCelsius }) => cpuTemperatureCelsius,
  ],
  [
    'vigia_host_network_receive_bytes_per_second',
    'Received since the sample before, all network cards together.',
    ({ network }) => network?.received,
  ],
  [
    'vigia_host_network_transmit_bytes_per_second',
    'Sent since the sample before, all network cards together.',
    ({ network }) => network?.sent,
  ],
  [
    'vigia_host_disk_read_bytes_per_second',
    'Read since the sample before, all disks together.',
    ({ diskActivity }) => diskActivity?.read,
  ],
  [
    'vigia_host_disk_written_bytes_per_second',
    'Written since the sample before, all disks together.',
    ({ diskActivity }) => diskActivity?.written,
  ],
  [
    'vigia_host_sample_timestamp_seconds',
    'When the newest sample was taken, in unixtime.',
    ({ sampledAt }) => Date.parse(sampledAt) / 1000,
  ],
];

/**
 * Returns Vigia's own figures of a host, under names that node_exporter does not have. For a silent host, leaves out
 * those of the last sample, which are out of date.
 */
export function vigiaFamilies(host: HostStatus): MetricFamily[] {
  const sample = presentSample(host);
  return [
    gauge('vigia_host_up', 'Whether the machine has sent samples of late.', [
      { value: host.state === 'LIVE' || host.state === 'LATE' ? 1 : 0 },
    ]),
    gauge('vigia_host_info', 'What the machine is; always 1.', [{ labels: infoOf(host), value: 1 }]),
    ...(sample ? readFigures(VIGIA_GAUGES, sample) : []),
  ];
}

/** Returns what a host's newest sample tells under the names of node_exporter; nothing of a silent host. */
export function nodeFamiliesOfSample(host: HostStatus): MetricFamily[] {
  const sample = presentSample(host);
  if (!sample) return [];
  const all = [...readFigures(NODE_GAUGES, sample), ...fileSystemFamilies(sample)];
  return all.filter(({ values }) => values.length > 0);
}

function presentSample({ state, newest }: HostStatus): Sample | undefined {
  return state === 'AWAY' ? undefined : newest;
}

function infoOf({ number, facts, version, source }: HostStatus): Readonly<Record<string, string>> {
  return {
    id: String(number),
    hostname: facts?.name ?? '',
    system: facts?.system ?? '',
    kernel: facts?.kernel ?? '',
    architecture: facts?.architecture ?? '',
    version: version ?? '',
    agent: String(source === 'AGENT'),
    source: source.toLowerCase(),
  };
}

function readFigures(gauges: typeof NODE_GAUGES, sample: Sample): MetricFamily[] {
  return gauges.map(([name, help, figure]) => gauge(name, help, valuesOf({}, figure(sample))));
}

function valuesOf(labels: Readonly<Record<string, string>>, value: number | null | undefined): MetricValue[] {
  return value === null || value === undefined ? [] : [{ labels, value }];
}

function fileSystemFamilies(sample: Sample): MetricFamily[] {
  // One path may be mounted over another; only the last mount is visible.
  const all = [...new Map((sample.fileSystems ?? []).map((one) => [one.path, one])).values()].map(
    ({ path, type, readOnly, totalBytes, usedBytes, availableBytes }) => ({
      labels: { mountpoint: path, fstype: type },
      readOnly: Number(readOnly),
      totalBytes,
      availableBytes,
      freeBytes: totalBytes !== null && usedBytes !== null ? totalBytes - usedBytes : null,
    }),
  );
  return [
    gauge(
      'node_filesystem_size_bytes',
      'Size of the file system.',
      all.flatMap(({ labels, totalBytes }) => valuesOf(labels, totalBytes)),
    ),
    gauge(
      'node_filesystem_free_bytes',
      'Free space of the file system, with what is reserved for root.',
      all.flatMap(({ labels, freeBytes }) => valuesOf(labels, freeBytes)),
    ),
    gauge(
      'node_filesystem_avail_bytes',
      'Space of the file system that is available to users other than root.',
      all.flatMap(({ labels, availableBytes }) => valuesOf(labels, availableBytes)),
    ),
    gauge(
      'node_filesystem_readonly',
      'Whether the file system is read-only or an image.',
      all.flatMap(({ labels, readOnly }) => valuesOf(labels, readOnly)),
    ),
  ];
}
