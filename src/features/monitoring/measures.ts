import type { MessageKey } from '../../i18n/message.js';
import type { HostReading } from './host/host-metrics.js';

/** How the figures of a unit are rounded and stored. Stored figures are read back by it: it must never change. */
interface UnitFormat {
  /** Clients see so many, and so many are stored. */
  readonly decimals: number;
  /** The lowest figure that the history can store. */
  readonly lowest: number;
}

/** The units of measures. */
export const units = {
  percent: { decimals: 1, lowest: 0 },
  bytesPerSecond: { decimals: 0, lowest: 0 },
  celsius: { decimals: 1, lowest: -273 },
  /** Programs that run or wait to. */
  load: { decimals: 2, lowest: 0 },
} as const satisfies Record<string, UnitFormat>;

export type Unit = keyof typeof units;

/** A sentence that is loaded with the charts. */
type ChartKey = Extract<MessageKey, `ui.dashboard.${string}`>;

/** How a chart looks. */
interface ChartDrawing {
  readonly title: ChartKey;
  /** The name of the token of its colour in the client's style sheets. */
  readonly colour: 'cpu' | 'ram' | 'disk' | 'network';
  /** Whether its second line is drawn downwards from zero. Otherwise it is drawn in dashes. */
  readonly isMirrored: boolean;
}

/** The charts that measures are drawn on, in their order on the page. Measures of one chart have the same unit. */
export const charts = {
  cpu: { title: 'ui.dashboard.charts.cpu', colour: 'cpu', isMirrored: false },
  memory: { title: 'ui.dashboard.charts.memory', colour: 'ram', isMirrored: false },
  network: { title: 'ui.dashboard.charts.network', colour: 'network', isMirrored: true },
  'disk-activity': { title: 'ui.dashboard.charts.diskActivity', colour: 'disk', isMirrored: true },
  disk: { title: 'ui.dashboard.charts.disk', colour: 'disk', isMirrored: false },
  load: { title: 'ui.dashboard.charts.load', colour: 'cpu', isMirrored: false },
  temperature: { title: 'ui.dashboard.charts.temperature', colour: 'cpu', isMirrored: false },
} as const satisfies Record<string, ChartDrawing>;

export type ChartName = keyof typeof charts;

/** See {@link charts}. */
export const chartNames = Object.keys(charts) as readonly ChartName[];

/** What the whole of Vigia knows of a measure. */
interface MeasureBase {
  /** Its description in the schema. */
  readonly description: string;
  readonly unit: Unit;
  /**
   * The number of its columns in every chunk of the history that was ever written: never to be changed, nor given to
   * another measure when one is removed. A new measure takes the next number.
   */
  readonly column: number;
  readonly chart: ChartName;
  /** Its name on a chart that it shares with others. */
  readonly label?: ChartKey;
  /** Its name for the AI provider. */
  readonly promptLabel: Extract<MessageKey, `monitoring.analysis.prompt.measures.${string}`>;
  /** Where there are fixed ones. Those of the load follow from the number of processors. */
  readonly thresholds?: Thresholds;
}

/** From which figure on a measure stands out, and from which on it is bad; findings and charts go by them. */
export interface Thresholds {
  readonly warning: number;
  readonly bad: number;
}

/** How its unrounded figure is found in a reading; null where the host does not report it. */
type Measure = MeasureBase &
  (
    | { readonly nullable: false; readonly read: (host: HostReading) => number }
    | { readonly nullable: true; readonly read: (host: HostReading) => number | null }
  );

/**
 * Everything that is measured over time, by its name in the schema. The fields of `Metrics` and `MetricsHistory`, the
 * columns of the history, the figures of an analysis and the charts of the page are all made from this list, so that a
 * measure cannot be forgotten in one of them. Server and browser both import it.
 */
export const measures = {
  cpuPercent: {
    description: 'Processors busy since the previous sample, percent.',
    unit: 'percent',
    column: 0,
    chart: 'cpu',
    promptLabel: 'monitoring.analysis.prompt.measures.cpuPercent',
    thresholds: { warning: 80, bad: 90 },
    nullable: false,
    read: (host) => host.cpuPercent,
  },
  cpuTemperatureCelsius: {
    description: 'Temperature of the processor, °C.',
    unit: 'celsius',
    column: 9,
    chart: 'temperature',
    promptLabel: 'monitoring.analysis.prompt.measures.cpuTemperatureCelsius',
    nullable: true,
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
    nullable: false,
    read: (host) => percentOf(host.ramTotalBytes - host.ramAvailableBytes, host.ramTotalBytes),
  },
  swapPercent: {
    description: 'Swap in use, percent; 0 where there is none.',
    unit: 'percent',
    column: 2,
    chart: 'memory',
    label: 'ui.dashboard.lines.swapPercent',
    promptLabel: 'monitoring.analysis.prompt.measures.swapPercent',
    thresholds: { warning: 60, bad: 90 },
    nullable: false,
    read: (host) => percentOf(host.swapUsedBytes, host.swapTotalBytes),
  },
  loadAverage: {
    description: 'The load average of a minute.',
    unit: 'load',
    column: 3,
    chart: 'load',
    promptLabel: 'monitoring.analysis.prompt.measures.loadAverage',
    nullable: true,
    read: (host) => host.loadAverage?.[0] ?? null,
  },
  diskPercent: {
    description: 'Disk in use (memoryUsed of memoryTotal), percent.',
    unit: 'percent',
    column: 4,
    chart: 'disk',
    promptLabel: 'monitoring.analysis.prompt.measures.diskPercent',
    thresholds: { warning: 85, bad: 90 },
    nullable: false,
    read: (host) => percentOf(host.diskUsedBytes, host.diskTotalBytes),
  },
  networkReceived: {
    description: 'Received over the network since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 5,
    chart: 'network',
    label: 'ui.dashboard.lines.networkReceived',
    promptLabel: 'monitoring.analysis.prompt.measures.networkReceived',
    nullable: true,
    read: (host) => host.network?.received ?? null,
  },
  networkSent: {
    description: 'Sent over the network since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 6,
    chart: 'network',
    label: 'ui.dashboard.lines.networkSent',
    promptLabel: 'monitoring.analysis.prompt.measures.networkSent',
    nullable: true,
    read: (host) => host.network?.sent ?? null,
  },
  diskRead: {
    description: 'Read from the disks since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 7,
    chart: 'disk-activity',
    label: 'ui.dashboard.lines.diskRead',
    promptLabel: 'monitoring.analysis.prompt.measures.diskRead',
    nullable: true,
    read: (host) => host.diskActivity?.read ?? null,
  },
  diskWritten: {
    description: 'Written to the disks since the previous sample, bytes/s.',
    unit: 'bytesPerSecond',
    column: 8,
    chart: 'disk-activity',
    label: 'ui.dashboard.lines.diskWritten',
    promptLabel: 'monitoring.analysis.prompt.measures.diskWritten',
    nullable: true,
    read: (host) => host.diskActivity?.written ?? null,
  },
} as const satisfies Record<string, Measure>;

/** What is stored of a figure that nothing shows. */
interface HiddenMeasure extends Pick<MeasureBase, 'unit' | 'column'> {
  readonly read: (host: HostReading) => number | null;
}

/**
 * What the history stores beside the measures, because rules of alerts look into it: no field, chart or analysis is made of
 * it. Their columns are numbered together with those of the measures.
 */
const hiddenMeasures = {
  /** Of all file systems, in percent; that of the monitored path is one of them. */
  fullestDiskPercent: { unit: 'percent', column: 10, read: fullestDiskPercent },
  loadAverage5: { unit: 'load', column: 11, read: (host) => host.loadAverage?.[1] ?? null },
  loadAverage15: { unit: 'load', column: 12, read: (host) => host.loadAverage?.[2] ?? null },
} as const satisfies Record<string, HiddenMeasure>;

/** Everything that the history stores, in the order of its series: the measures come first. */
export const storedMeasures = { ...measures, ...hiddenMeasures };

/** See {@link storedMeasures}. */
export type StoredMeasureName = keyof typeof storedMeasures;

/** See {@link storedMeasures}. */
export const storedMeasureNames = Object.keys(storedMeasures) as readonly StoredMeasureName[];

/** A measure, by its name in the schema. */
export type MeasureName = keyof typeof measures;

/** All measures, in the order of the registry, which is the order of every list of figures. */
export const measureNames = Object.keys(measures) as readonly MeasureName[];

/** The name of a measure on a chart; undefined where it is alone there. */
export function labelOf(name: MeasureName): ChartKey | undefined {
  const measure: MeasureBase = measures[name];
  return measure.label;
}

/** From where on a measure stands out; undefined where nothing fixed says so. */
export function thresholdsOf(name: MeasureName): Thresholds | undefined {
  const measure: MeasureBase = measures[name];
  return measure.thresholds;
}

/** A figure for each measure, rounded as clients see it. */
export type Figures = { readonly [Name in MeasureName]: ReturnType<(typeof measures)[Name]['read']> };

/** The figures of a reading. */
export function figuresOf(host: HostReading): Figures {
  return Object.fromEntries(
    measureNames.map((name) => {
      const { read, unit } = measures[name];
      const figure = read(host);
      return [name, figure === null ? null : round(figure, units[unit].decimals)];
    }),
  ) as Figures;
}

/** The measures that have a field of their own in `Metrics`. The load average is there one of three in an object. */
export type FieldMeasure = Exclude<MeasureName, 'loadAverage'>;

/** See {@link FieldMeasure}. */
export const fieldMeasures = measureNames.filter((name) => name !== 'loadAverage');

/** How full the fullest file system is, of those that have answered, in percent. */
function fullestDiskPercent({ diskUsedBytes, diskTotalBytes, fileSystems }: HostReading): number {
  const others = (fileSystems ?? []).map(({ usedBytes, totalBytes }) => percentOf(usedBytes ?? 0, totalBytes ?? 0));
  return Math.max(percentOf(diskUsedBytes, diskTotalBytes), ...others);
}

/** A part of a whole in percent; 0 of nothing. */
export function percentOf(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : 0;
}

export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}
