import { type Message, type MessageKey, message } from '../../../i18n/message.js';
import type { HostSource } from '../host/host-metrics.js';
import type { Thresholds } from '../measure.js';
import { type MeasureName, measures, thresholdsOf } from '../measures.js';
import type { FileSystemView, MetricsView } from '../metrics-view.js';
import { DAY, describeDuration, describeLastingTime, HOUR } from './durations.js';
import { fitTrend } from './trend.js';

export type Severity = 'bad' | 'warning' | 'information';

export type FindingKind =
  | 'cpuHigh'
  | 'loadHigh'
  | 'ramHigh'
  | 'ramRising'
  | 'swapHigh'
  | 'diskNearlyFull'
  | 'diskFilling'
  | 'notAnswering'
  | 'notMeasured'
  | 'tooEarly'
  | 'quiet';

/** A short statement about the host, computed from its metrics and their history. */
export interface Finding {
  readonly kind: FindingKind;
  readonly severity: Severity;
  /** The measure concerned; null if there is none, or it has no chart. */
  readonly measure: MeasureName | null;
  /** A message, or how to make it where it names a size, which each reader reads in other units. */
  readonly text: Message | ((formatSize: FormatBytes) => Message);
}

/** Formats bytes in a reader's units and locale. */
export type FormatBytes = (bytes: number) => string;

/** The averages of each measure at equal intervals, oldest first; null where nothing was measured. */
export type Averages = Readonly<Record<MeasureName, readonly (number | null)[]>>;

export interface FindingsInput {
  readonly now: MetricsView;
  /**
   * Averages for each minute of the last hour, plus the current minute. The second to last may be missing, because an
   * agent delivers a minute some seconds after its end.
   */
  readonly minutes: Averages;
  /** The highest `cpuPercent` of the last hour. */
  readonly cpuMaximum: number | null;
  /** Averages for each hour of the last week, plus the current hour. */
  readonly hours: Averages;
  /** The longest gap of the last day. */
  readonly gap: { readonly lengthMs: number; readonly endedMsAgo: number } | undefined;
}

/** Threshold for file systems other than the monitored one, which are not measures themselves. */
const FILE_SYSTEM_HIGH_PERCENT = measures.diskPercent.thresholds.bad;
/** Shorter periods of high load are not reported. */
const HIGH_MINUTES_MIN = 3;
/** Minimum correlation for a line to count as a trend. */
const CORRELATION_MIN = 0.8;
const RISING_MINUTES_MIN = 30;
const RISING_POINTS_AN_HOUR_MIN = 2;
const FILLING_HOURS_MIN = 12;
const FULL_WITHIN_DAYS = 60;
const FULL_SOON_DAYS = 7;
const GAP_MIN_MS = 5 * 60_000;
const EARLY_MINUTES = 5;

/**
 * Returns all findings, most severe first, and always at least one. Deterministic: the same input gives the same
 * findings.
 */
export function findAll(measured: FindingsInput): Finding[] {
  const findings = [
    ...findLastingLoad(measured),
    ...findRisingMemory(measured),
    ...findFullDisks(measured.now),
    ...findFillingDisk(measured),
    ...findMissingData(measured),
  ];
  return findings.length > 0 ? findings.sort((a, b) => RANK[a.severity] - RANK[b.severity]) : [findNothing(measured)];
}

const RANK: Readonly<Record<Severity, number>> = { bad: 0, warning: 1, information: 2 };

/** Finds measures that are high now and have been for several minutes. */
function findLastingLoad({ now, minutes }: FindingsInput): Finding[] {
  const cores = now.corePercents?.length ?? 0;
  const load = cores > 0 ? minutesAtLeast(minutes.loadAverage, cores + 0.01) : 0;
  const found: Finding[] = [];
  const [cpu, ram, swap] = [
    lastingLevel(minutes, 'cpuPercent'),
    lastingLevel(minutes, 'ramPercent'),
    lastingLevel(minutes, 'swapPercent'),
  ];
  if (cpu) {
    const text = message('monitoring.findings.cpuHigh', {
      percent: cpu.least,
      duration: describeLastingTime(cpu.minutes),
    });
    found.push({ kind: 'cpuHigh', severity: cpu.severity, measure: 'cpuPercent', text });
  }
  // Programs wait because the processors are busy, which has already been reported above.
  if (load >= HIGH_MINUTES_MIN && cpu?.severity !== 'bad') {
    const text = message('monitoring.findings.loadHigh', { cores, duration: describeLastingTime(load) });
    found.push({ kind: 'loadHigh', severity: 'warning', measure: 'loadAverage', text });
  }
  if (ram) {
    const text = message('monitoring.findings.ramHigh', {
      percent: ram.least,
      duration: describeLastingTime(ram.minutes),
    });
    found.push({ kind: 'ramHigh', severity: ram.severity, measure: 'ramPercent', text });
  }
  if (swap && now.swapPercent !== null) {
    const text = message('monitoring.findings.swapHigh', { percent: now.swapPercent });
    found.push({ kind: 'swapHigh', severity: swap.severity, measure: 'swapPercent', text });
  }
  return found;
}

/** Returns the severity that a measure has had for the last few minutes, with the threshold it stayed above. */
function lastingLevel(averages: Averages, measure: MeasureName) {
  for (const severity of SEVERITIES) {
    const least = thresholdsOf(measure)?.[severity] ?? Number.POSITIVE_INFINITY;
    const minutes = minutesAtLeast(averages[measure], least);
    if (minutes >= HIGH_MINUTES_MIN) return { severity, least, minutes };
  }
  return undefined;
}

/** Severities that have a threshold, worst first. */
const SEVERITIES = ['bad', 'warning'] as const satisfies readonly (keyof Thresholds & Severity)[];

function findLevel(measure: MeasureName, figure: number) {
  return SEVERITIES.find((severity) => figure >= (thresholdsOf(measure)?.[severity] ?? Number.POSITIVE_INFINITY));
}

function minutesAtLeast(averages: readonly (number | null)[], least: number): number {
  const known = averages.at(-2) === null ? averages.toSpliced(-2, 1) : averages;
  const below = known.findLastIndex((figure) => figure === null || figure < least);
  return known.length - 1 - below;
}

function findRisingMemory({ now, minutes }: FindingsInput): Finding[] {
  const points = known(minutes.ramPercent, 60);
  const trend = points.length >= RISING_MINUTES_MIN ? fitTrend(points) : undefined;
  if (!trend || trend.correlation < CORRELATION_MIN || trend.slope < RISING_POINTS_AN_HOUR_MIN) return [];
  if (now.ramPercent === null) return [];
  const hoursToFull = (100 - now.ramPercent) / trend.slope;
  return [
    {
      kind: 'ramRising',
      severity: 'warning',
      measure: 'ramPercent',
      text: message('monitoring.findings.ramRising', {
        pointsAnHour: trend.slope,
        duration: describeDuration(hoursToFull * HOUR),
      }),
    },
  ];
}

function findFullDisks(now: MetricsView): Finding[] {
  const { diskPercent, diskAvailableBytes, memoryTotal, memoryUsed, fileSystems } = now;
  const found: Finding[] = [];
  const severity = diskPercent === null ? undefined : findLevel('diskPercent', diskPercent);
  if (severity && diskPercent !== null && diskAvailableBytes !== null) {
    const text = (formatSize: FormatBytes) =>
      message('monitoring.findings.diskNearlyFull', { percent: diskPercent, free: formatSize(diskAvailableBytes) });
    found.push({ kind: 'diskNearlyFull', severity, measure: 'diskPercent', text });
  }
  // The monitored file system is in the list too, but was already reported above.
  const isOther = ({ total, used, readOnly }: FileSystemView) =>
    !readOnly && (total !== memoryTotal || used !== memoryUsed);
  for (const { path, usedPercent } of (fileSystems ?? []).filter(isOther)) {
    if (usedPercent === null || usedPercent < FILE_SYSTEM_HIGH_PERCENT) continue;
    const text = message('monitoring.findings.fileSystemNearlyFull', { path, percent: usedPercent });
    found.push({ kind: 'diskNearlyFull', severity: 'warning', measure: null, text });
  }
  return found;
}

function findFillingDisk({ now, hours }: FindingsInput): Finding[] {
  const points = known(hours.diskPercent, 24);
  const trend = points.length >= FILLING_HOURS_MIN ? fitTrend(points) : undefined;
  if (!trend || trend.correlation < CORRELATION_MIN || now.diskPercent === null) return [];
  const days = (100 - now.diskPercent) / trend.slope;
  if (days > FULL_WITHIN_DAYS) return [];
  const severity = days <= FULL_SOON_DAYS ? 'bad' : 'warning';
  return [
    {
      kind: 'diskFilling',
      severity,
      measure: 'diskPercent',
      text: message('monitoring.findings.diskFilling', { duration: describeDuration(days * DAY) }),
    },
  ];
}

function findMissingData({ now, gap }: FindingsInput): Finding[] {
  const found: Finding[] = [];
  const paths = (now.fileSystems ?? []).filter((one) => one.stale).map(({ path }) => path);
  const others = now.stale.filter((source) => source !== 'fileSystems').map((source) => message(SOURCES[source]));
  if (paths.length + others.length > 0) {
    found.push({
      kind: 'notAnswering',
      severity: 'bad',
      measure: null,
      text: message('monitoring.findings.notAnswering', { names: [...paths, ...others] }),
    });
  }
  if (gap && gap.lengthMs >= GAP_MIN_MS) {
    const text = message('monitoring.findings.notMeasured', {
      duration: describeDuration(gap.lengthMs),
      ago: describeDuration(gap.endedMsAgo),
    });
    found.push({ kind: 'notMeasured', severity: 'information', measure: null, text });
  }
  return found;
}

/** Messages for sources that may fail to answer. */
const SOURCES = {
  cpu: 'monitoring.findings.sources.cpu',
  memory: 'monitoring.findings.sources.memory',
  disk: 'monitoring.findings.sources.disk',
  network: 'monitoring.findings.sources.network',
  diskActivity: 'monitoring.findings.sources.diskActivity',
  fileSystems: 'monitoring.findings.sources.fileSystems',
  limits: 'monitoring.findings.sources.limits',
  temperature: 'monitoring.findings.sources.temperature',
} as const satisfies Record<HostSource, MessageKey>;

function findNothing({ now, minutes, cpuMaximum }: FindingsInput): Finding {
  const cpu = minutes.cpuPercent.filter((figure) => figure !== null);
  const ram = minutes.ramPercent.filter((figure) => figure !== null);
  // A source may lack the processors.
  const usual = now.cpuPercent === null ? ram : cpu;
  if (usual.length < EARLY_MINUTES) {
    return { kind: 'tooEarly', severity: 'information', measure: null, text: 'monitoring.findings.tooEarly' };
  }
  return { kind: 'quiet', severity: 'information', measure: null, text: quietText(cpu, cpuMaximum, now.ramPercent) };
}

/** Leaves out the figures where the host does not report both. */
function quietText(cpu: readonly number[], cpuMaximum: number | null, ram: number | null): Message {
  if (cpu.length === 0 || ram === null) return 'monitoring.findings.quietHour';
  const average = cpu.reduce((sum, figure) => sum + figure, 0) / cpu.length;
  return message('monitoring.findings.quiet', { average, most: cpuMaximum ?? average, ram });
}

/** Returns the known values as points on a line, with `perUnit` values per unit of time. */
function known(averages: readonly (number | null)[], perUnit: number): (readonly [number, number])[] {
  return averages.flatMap((figure, index) => (figure === null ? [] : [[index / perUnit, figure] as const]));
}
