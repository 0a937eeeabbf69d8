// Imports with .ts, because a benchmark runs this file without building it.
import { diskPercent, fullestDiskPercent } from './disk-usage.ts';
import type { HostReading } from './host/host-metrics.js';
import {
  type ChartDrawing,
  type ChartKey,
  type HiddenMeasure,
  type Measure,
  type MeasureBase,
  type Thresholds,
  units,
} from './measure.ts';

/** Charts of measures, in page order. All measures on a chart have the same unit. */
export const charts = {
  cpu: { title: 'ui.dashboard.charts.cpu', colour: 'cpu', isMirrored: false, isUsual: true },
  memory: { title: 'ui.dashboard.charts.memory', colour: 'ram', isMirrored: false, isUsual: true },
  network: { title: 'ui.dashboard.charts.network', colour: 'network', isMirrored: true, isUsual: true },
  'disk-activity': { title: 'ui.dashboard.charts.diskActivity', colour: 'disk', isMirrored: true, isUsual: true },
  disk: { title: 'ui.dashboard.charts.disk', colour: 'disk', isMirrored: false, isUsual: true },
  load: { title: 'ui.dashboard.charts.load', colour: 'cpu', isMirrored: false, isUsual: true },
  'memory-pressure': { title: 'ui.dashboard.charts.memoryPressure', colour: 'ram', isMirrored: false, isUsual: false },
  temperature: { title: 'ui.dashboard.charts.temperature', colour: 'cpu', isMirrored: false, isUsual: false },
} as const satisfies Record<string, ChartDrawing>;

export type ChartName = keyof typeof charts;

export const chartNames = Object.keys(charts) as readonly ChartName[];

/**
 * All measures over time, by their names in the schema. The fields of `Metrics` and `MetricsHistory`, the columns of
 * the history, the values in an analysis and the charts on the page are all derived from this list, so none of them can
 * miss a measure. Imported by server and browser.
 */
export const measures = {
  cpuPercent: {
    description: 'Busy processors since the previous sample, percent.',
    unit: 'percent',
    column: 0,
    chart: 'cpu',
    promptLabel: 'monitoring.analysis.prompt.measures.cpuPercent',
    thresholds: { warning: 80, bad: 90 },
    condition: {
      name: 'cpu',
      example: 'cpu > 90 %',
      meaning: 'ui.alertWords.cpu',
      subject: 'ui.incidents.figures.cpu',
    },
    read: (host) => host.cpuPercent,
  },
  cpuTemperatureCelsius: {
    description: 'Temperature of the processor, °C.',
    unit: 'celsius',
    column: 9,
    chart: 'temperature',
    promptLabel: 'monitoring.analysis.prompt.measures.cpuTemperatureCelsius',
    read: (host) => host.cpuTemperatureCelsius,
  },
  ramPercent: {
    description: 'Memory in use, percent.',
    unit: 'percent',
    column: 1,
    chart: 'memory',
    label: 'ui.dashboard.lines.ramPercent',
    promptLabel: 'monitoring.analysis.prompt.measures.ramPercent',
    thresholds: { warning: 85, bad: 90 },
    condition: {
      name: 'ram',
      example: 'ram >= 85 %',
      meaning: 'ui.alertWords.ram',
      subject: 'ui.incidents.figures.ram',
    },
    read: ({ ramTotalBytes: total, ramAvailableBytes: available }) =>
      total === null || available === null ? null : percentOf(total - available, total),
  },
  swapPercent: {
    description: 'Swap in use, percent; 0 without swap.',
    unit: 'percent',
    column: 2,
    chart: 'memory',
    label: 'ui.dashboard.lines.swapPercent',
    promptLabel: 'monitoring.analysis.prompt.measures.swapPercent',
    thresholds: { warning: 60, bad: 90 },
    condition: {
      name: 'swap',
      example: 'swap > 50 %',
      meaning: 'ui.alertWords.swap',
      subject: 'ui.incidents.figures.swap',
    },
    read: ({ swapTotalBytes: total, swapUsedBytes: used }) =>
      total === null || used === null ? null : percentOf(used, total),
  },
  memoryPressurePercent: {
    description: 'Share of the last ten seconds in which some program waited for memory, percent.',
    unit: 'percent',
    column: 13,
    chart: 'memory-pressure',
    promptLabel: 'monitoring.analysis.prompt.measures.memoryPressurePercent',
    condition: {
      name: 'psimemory',
      example: 'psimemory > 10 %',
      meaning: 'ui.alertWords.psimemory',
      subject: 'ui.incidents.figures.psimemory',
    },
    kernel: { file: '/proc/pressure/memory', parse: parsePressure, sentAt: 16 },
    read: (host) => host.kernelFigures.memoryPressurePercent ?? null,
  },
  loadAverage: {
    description: 'Load average over one minute.',
    unit: 'load',
    column: 3,
    chart: 'load',
    promptLabel: 'monitoring.analysis.prompt.measures.loadAverage',
    read: (host) => host.loadAverage?.[0] ?? null,
  },
  diskPercent: {
    description: 'Disk in use, percent, as df shows it: of what users other than root may use.',
    unit: 'percent',
    column: 4,
    chart: 'disk',
    promptLabel: 'monitoring.analysis.prompt.measures.diskPercent',
    thresholds: { warning: 85, bad: 90 },
    read: diskPercent,
  },
  networkReceived: {
    description: 'Received over the network since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 5,
    chart: 'network',
    label: 'ui.dashboard.lines.networkReceived',
    promptLabel: 'monitoring.analysis.prompt.measures.networkReceived',
    condition: {
      name: 'netin',
      example: 'netin > 10 MiB/s',
      meaning: 'ui.alertWords.netin',
      subject: 'ui.incidents.figures.netin',
    },
    read: (host) => host.network?.received ?? null,
  },
  networkSent: {
    description: 'Sent over the network since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 6,
    chart: 'network',
    label: 'ui.dashboard.lines.networkSent',
    promptLabel: 'monitoring.analysis.prompt.measures.networkSent',
    condition: {
      name: 'netout',
      example: 'netout > 10 MiB/s',
      meaning: 'ui.alertWords.netout',
      subject: 'ui.incidents.figures.netout',
    },
    read: (host) => host.network?.sent ?? null,
  },
  diskRead: {
    description: 'Read from the disks since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 7,
    chart: 'disk-activity',
    label: 'ui.dashboard.lines.diskRead',
    promptLabel: 'monitoring.analysis.prompt.measures.diskRead',
    condition: {
      name: 'diskread',
      example: 'diskread > 50 MiB/s',
      meaning: 'ui.alertWords.diskread',
      subject: 'ui.incidents.figures.diskread',
    },
    read: (host) => host.diskActivity?.read ?? null,
  },
  diskWritten: {
    description: 'Written to the disks since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 8,
    chart: 'disk-activity',
    label: 'ui.dashboard.lines.diskWritten',
    promptLabel: 'monitoring.analysis.prompt.measures.diskWritten',
    condition: {
      name: 'diskwrite',
      example: 'diskwrite > 50 MiB/s',
      meaning: 'ui.alertWords.diskwrite',
      subject: 'ui.incidents.figures.diskwrite',
    },
    read: (host) => host.diskActivity?.written ?? null,
  },
} as const satisfies Record<string, Measure & { readonly chart: ChartName }>;

/**
 * Values that the history stores in addition to the measures because alert rules read them. They have no field or
 * chart, and are not part of the analysis. Their column numbers share one sequence with those of the measures.
 */
const hiddenMeasures = {
  /** The usage, in percent, of the fullest file system that counts, including the monitored path. */
  fullestDiskPercent: { unit: 'percent', column: 10, read: fullestDiskPercent },
  loadAverage5: { unit: 'load', column: 11, read: (host) => host.loadAverage?.[1] ?? null },
  loadAverage15: { unit: 'load', column: 12, read: (host) => host.loadAverage?.[2] ?? null },
} as const satisfies Record<string, HiddenMeasure>;

/** Everything the history stores, in the order of its series: measures first. */
export const storedMeasures = { ...measures, ...hiddenMeasures };

export type StoredMeasureName = keyof typeof storedMeasures;

export const storedMeasureNames = Object.keys(storedMeasures) as readonly StoredMeasureName[];

export type MeasureName = keyof typeof measures;

/** All measures in registry order, which every list of values follows. */
export const measureNames = Object.keys(measures) as readonly MeasureName[];

/** Returns a measure's label on its chart; undefined if the chart has no other measure. */
export function labelOf(name: MeasureName): ChartKey | undefined {
  const measure: MeasureBase = measures[name];
  return measure.label;
}

/** Returns a measure's fixed thresholds; undefined if it has none. */
export function thresholdsOf(name: MeasureName): Thresholds | undefined {
  const measure: MeasureBase = measures[name];
  return measure.thresholds;
}

/** One value per measure, rounded as for clients. */
export type Figures = { readonly [Name in MeasureName]: ReturnType<(typeof measures)[Name]['read']> };

export function collectFigures(host: HostReading): Figures {
  return Object.fromEntries(
    measureNames.map((name) => {
      const { read, unit } = measures[name];
      const figure = read(host);
      return [name, figure === null ? null : round(figure, units[unit].decimals)];
    }),
  ) as Figures;
}

/** Measures that have their own field in `Metrics`, where the load average is one of three in an object. */
export type FieldMeasure = Exclude<MeasureName, 'loadAverage'>;

export const fieldMeasures = measureNames.filter((name) => name !== 'loadAverage');

/** Parses a file of `/proc/pressure` into the percentage of the last ten seconds in which some task was waiting. */
function parsePressure(text: string): number | null {
  const percent = /^some avg10=(\d+\.\d+) /m.exec(text)?.[1];
  return percent === undefined ? null : Number(percent);
}

/** Returns `part` as a percentage of `whole`; 0 if `whole` is 0. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0;
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
