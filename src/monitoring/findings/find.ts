import { type Message, type MessageKey, message } from '../../i18n/message.js';
import type { HostSource } from '../host/host-metrics.js';
import type { MeasureName } from '../measures.js';
import type { FileSystemView, MetricsView } from '../metrics-view.js';
import { DAY, durationOf, HOUR, lastingOf } from './durations.js';
import { trendOf } from './trend.js';

/** The severity of a finding. */
export type Severity = 'bad' | 'warning' | 'information';

/** The kinds of findings. */
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
  readonly text: Message;
}

/** The averages of each measure in steps of equal length, oldest first; null where nothing was measured. */
export type Averages = Readonly<Record<MeasureName, readonly (number | null)[]>>;

/** What findings are computed from. */
export interface FindingsInput {
  readonly now: MetricsView;
  /** For each minute of the last hour, and the current one. */
  readonly minutes: Averages;
  /** The highest `cpuPercent` of that hour. */
  readonly cpuMaximum: number | null;
  /** For each hour of the last week, and the current one. */
  readonly hours: Averages;
  /** The longest gap of the last day. */
  readonly gap: { readonly lengthMs: number; readonly endedMsAgo: number } | undefined;
}

const HIGH_PERCENT = 90;
const SWAP_HIGH_PERCENT = 60;
/** A load that is high for less is not reported. */
const HIGH_MINUTES_MIN = 3;
/** A line that fits worse than this is no trend. */
const CORRELATION_MIN = 0.8;
const RISING_MINUTES_MIN = 30;
const RISING_POINTS_AN_HOUR_MIN = 2;
const FILLING_HOURS_MIN = 12;
const FULL_WITHIN_DAYS = 60;
const FULL_SOON_DAYS = 7;
const GAP_MIN_MS = 5 * 60_000;
const EARLY_MINUTES = 5;

/** All findings, the most severe first; at least one. The same figures always give the same findings. */
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

/** Measures that are high now, and have been so for some minutes. */
function findLastingLoad({ now, minutes }: FindingsInput): Finding[] {
  const cores = now.corePercents?.length ?? 0;
  const high = (measure: MeasureName, from: number) => minutesAtLeast(minutes[measure], from);
  const [cpu, ram, swap] = [
    high('cpuPercent', HIGH_PERCENT),
    high('ramPercent', HIGH_PERCENT),
    high('swapPercent', SWAP_HIGH_PERCENT),
  ];
  const load = cores > 0 ? high('loadAverage', cores + 0.01) : 0;
  const found: Finding[] = [];
  if (cpu >= HIGH_MINUTES_MIN) {
    found.push({
      kind: 'cpuHigh',
      severity: 'bad',
      text: message('monitoring.findings.cpuHigh', { percent: HIGH_PERCENT, duration: lastingOf(cpu) }),
    });
  } else if (load >= HIGH_MINUTES_MIN) {
    found.push({
      kind: 'loadHigh',
      severity: 'warning',
      text: message('monitoring.findings.loadHigh', { cores, duration: lastingOf(load) }),
    });
  }
  if (ram >= HIGH_MINUTES_MIN) {
    found.push({
      kind: 'ramHigh',
      severity: 'bad',
      text: message('monitoring.findings.ramHigh', { percent: HIGH_PERCENT, duration: lastingOf(ram) }),
    });
  }
  if (swap >= HIGH_MINUTES_MIN) {
    found.push({
      kind: 'swapHigh',
      severity: 'warning',
      text: message('monitoring.findings.swapHigh', { percent: now.swapPercent }),
    });
  }
  return found;
}

/** For how many minutes up to now a measure has been at least `least`. */
function minutesAtLeast(averages: readonly (number | null)[], least: number): number {
  const below = averages.findLastIndex((figure) => figure === null || figure < least);
  return averages.length - 1 - below;
}

function findRisingMemory({ now, minutes }: FindingsInput): Finding[] {
  const points = known(minutes.ramPercent, 60);
  const trend = points.length >= RISING_MINUTES_MIN ? trendOf(points) : undefined;
  if (!trend || trend.correlation < CORRELATION_MIN || trend.slope < RISING_POINTS_AN_HOUR_MIN) return [];
  const hoursToFull = (100 - now.ramPercent) / trend.slope;
  return [
    {
      kind: 'ramRising',
      severity: 'warning',
      text: message('monitoring.findings.ramRising', {
        pointsAnHour: trend.slope,
        duration: durationOf(hoursToFull * HOUR),
      }),
    },
  ];
}

function findFullDisks({ diskPercent, memoryTotal, memoryUsed, fileSystems }: MetricsView): Finding[] {
  const found: Finding[] = [];
  if (diskPercent >= HIGH_PERCENT) {
    const text = message('monitoring.findings.diskNearlyFull', {
      percent: diskPercent,
      freeGb: memoryTotal - memoryUsed,
    });
    found.push({ kind: 'diskNearlyFull', severity: 'bad', text });
  }
  // The file system of the monitored path is among them, and was reported above.
  const isOther = ({ total, used }: FileSystemView) => total !== memoryTotal || used !== memoryUsed;
  for (const { path, usedPercent } of (fileSystems ?? []).filter(isOther)) {
    if (usedPercent === null || usedPercent < HIGH_PERCENT) continue;
    const text = message('monitoring.findings.fileSystemNearlyFull', { path, percent: usedPercent });
    found.push({ kind: 'diskNearlyFull', severity: 'warning', text });
  }
  return found;
}

function findFillingDisk({ now, hours }: FindingsInput): Finding[] {
  const points = known(hours.diskPercent, 24);
  const trend = points.length >= FILLING_HOURS_MIN ? trendOf(points) : undefined;
  if (!trend || trend.correlation < CORRELATION_MIN) return [];
  const days = (100 - now.diskPercent) / trend.slope;
  if (days > FULL_WITHIN_DAYS) return [];
  const severity = days <= FULL_SOON_DAYS ? 'bad' : 'warning';
  return [
    {
      kind: 'diskFilling',
      severity,
      text: message('monitoring.findings.diskFilling', { duration: durationOf(days * DAY) }),
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
      text: message('monitoring.findings.notAnswering', { names: [...paths, ...others] }),
    });
  }
  if (gap && gap.lengthMs >= GAP_MIN_MS) {
    const text = message('monitoring.findings.notMeasured', {
      duration: durationOf(gap.lengthMs),
      ago: durationOf(gap.endedMsAgo),
    });
    found.push({ kind: 'notMeasured', severity: 'information', text });
  }
  return found;
}

/** What may fail to answer. */
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
  if (cpu.length < EARLY_MINUTES) {
    return { kind: 'tooEarly', severity: 'information', text: 'monitoring.findings.tooEarly' };
  }
  const average = cpu.reduce((sum, figure) => sum + figure, 0) / cpu.length;
  const text = message('monitoring.findings.quiet', { average, most: cpuMaximum ?? average, ram: now.ramPercent });
  return { kind: 'quiet', severity: 'information', text };
}

/** The known figures as points of a line: `perUnit` of them are one unit of time apart. */
function known(averages: readonly (number | null)[], perUnit: number): (readonly [number, number])[] {
  return averages.flatMap((figure, index) => (figure === null ? [] : [[index / perUnit, figure] as const]));
}
