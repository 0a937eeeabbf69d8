import type { Retention } from '../../history/history-reading.js';
import { Resolution } from '../../history/resolution.js';
import type { Sample } from '../../sampler.js';
import type { HostProblem } from '../source/host-problem.js';
import type { ScrapeTarget } from '../source/scrape-target.js';
import { type RemoteSource, type SourceKind, sourceOf } from '../source/source-kind.js';

export interface HostSettings {
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

export interface HostRecord extends HostSettings {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly source: SourceKind;
  readonly isRetired: boolean;
  /** When its newest sample was stored, or else when the host was added. */
  readonly lastSeenAt: Date;
  /** JSON; undefined if the host has not been seen since the requested time, null if there is none. */
  readonly facts: string | null | undefined;
  readonly newest: string | null | undefined;
  readonly version: string | undefined;
  readonly clockSkewMs: number | undefined;
  readonly hasChosenInterval: boolean;
  readonly problem: HostProblem | undefined;
  readonly scrape: ScrapeTarget | undefined;
  /** The id of the collector that sends its figures, and the name of its resource there. */
  readonly collectorId: string | undefined;
  readonly resourceName: string | undefined;
  /** Names of metrics that it sends and that Vigia has no use for. */
  readonly unknownMetrics: readonly string[];
}

export interface HostRow {
  readonly number: number;
  readonly newest: string | null;
  readonly interval_ms: number;
  readonly samples_days: number;
  readonly minutes_days: number;
  readonly hours_days: number;
}

/** The columns of a {@link HostRecord}. */
export interface RecordRow extends HostRow {
  readonly id: string;
  readonly name: string;
  readonly tags: string;
  /** Booleans are numbers on SQLite. */
  readonly has_agent: boolean | number;
  readonly source: RemoteSource | null;
  readonly is_new: boolean | number;
  readonly retired_at: Date | string | number | null;
  readonly last_seen_at: Date | string | number;
  readonly facts: string | null;
  readonly version: string | null;
  readonly clock_skew_ms: number | null;
  readonly chosen_interval_ms: number | null;
  readonly problem: string | null;
  readonly scrape: string | null;
  readonly collector_id: string | null;
  readonly resource_name: string | null;
  readonly unknown_metrics: string | null;
}

/** The error of an agent's clock relative to the service's, and the correction already applied. */
export interface AgentTimes {
  readonly clock_skew_ms: number | null;
  readonly clock_offset_minutes: number;
}

const MINUTE_MS = 60_000;

/** Normal difference between clocks, including a message's transit time. */
const CLOCKS_AGREE_MS = 1000;

export function parseRecord(row: RecordRow): HostRecord {
  return {
    number: row.number,
    id: row.id,
    name: row.name,
    tags: JSON.parse(row.tags) as string[],
    source: sourceOf({ source: row.source, hasAgent: Boolean(row.has_agent) }),
    isRetired: row.retired_at !== null,
    lastSeenAt: new Date(row.last_seen_at),
    facts: row.is_new ? row.facts : undefined,
    newest: row.is_new ? row.newest : undefined,
    version: row.version ?? undefined,
    clockSkewMs: row.clock_skew_ms ?? undefined,
    hasChosenInterval: row.chosen_interval_ms !== null,
    problem: row.problem === null ? undefined : (JSON.parse(row.problem) as HostProblem),
    scrape: row.scrape === null ? undefined : (JSON.parse(row.scrape) as ScrapeTarget),
    collectorId: row.collector_id ?? undefined,
    resourceName: row.resource_name ?? undefined,
    unknownMetrics: row.unknown_metrics === null ? [] : (JSON.parse(row.unknown_metrics) as string[]),
    ...settingsOf(row),
  };
}

export function settingsOf({ interval_ms, samples_days, minutes_days, hours_days }: HostRow): HostSettings {
  return {
    intervalMs: interval_ms,
    retentionDays: {
      [Resolution.SAMPLES]: samples_days,
      [Resolution.MINUTES]: minutes_days,
      [Resolution.HOURS]: hours_days,
    },
  };
}

/** Converts a sample to the service's time if its agent's clock is off by more than the minutes already added. */
export function atServiceTime(sample: Sample, { clock_skew_ms, clock_offset_minutes }: AgentTimes): Sample {
  const aheadMs = (clock_skew_ms ?? 0) + clock_offset_minutes * MINUTE_MS;
  // A skew that was clamped to the column's range is already covered by the added minutes.
  if (Math.abs(aheadMs) < CLOCKS_AGREE_MS || Math.abs(aheadMs) > MINUTE_MS) return sample;
  return { ...sample, sampledAt: new Date(Date.parse(sample.sampledAt) - aheadMs).toISOString() };
}
