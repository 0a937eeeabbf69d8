import type { Retention } from '../../history/history-reading.js';
import { Resolution } from '../../history/metrics-chunk.entity.js';
import type { Sample } from '../../sampler.js';

/** How the nodes of a machine measure it. */
export interface HostSettings {
  /** The time between two samples. */
  readonly intervalMs: number;
  readonly retentionDays: Retention;
}

/** A host as its row describes it. */
export interface HostRecord extends HostSettings {
  readonly number: number;
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly hasAgent: boolean;
  readonly isRetired: boolean;
  /** When its newest sample was stored, or it was added. */
  readonly lastSeenAt: Date;
  /** As JSON; undefined where it was seen before the time that was asked for, null where there is none. */
  readonly facts: string | null | undefined;
  readonly newest: string | null | undefined;
  readonly version: string | undefined;
  readonly clockSkewMs: number | undefined;
}

/** Columns of every host. */
export interface HostRow {
  readonly number: number;
  readonly newest: string | null;
  readonly interval_ms: number;
  readonly samples_days: number;
  readonly minutes_days: number;
  readonly hours_days: number;
}

/** Those that a record is made of. */
export interface RecordRow extends HostRow {
  readonly id: string;
  readonly name: string;
  readonly tags: string;
  /** Numbers on SQLite. */
  readonly has_agent: boolean | number;
  readonly is_new: boolean | number;
  readonly retired_at: Date | string | number | null;
  readonly last_seen_at: Date | string | number;
  readonly facts: string | null;
  readonly version: string | null;
  readonly clock_skew_ms: number | null;
}

/** How the clock of an agent differs from the service's. */
export interface AgentTimes {
  readonly clock_skew_ms: number | null;
  readonly clock_offset_minutes: number;
}

const MINUTE_MS = 60_000;

/** As far apart as clocks are anyway, with the way of a message. */
const CLOCKS_AGREE_MS = 1000;

/** A host by its row. */
export function recordOf(row: RecordRow): HostRecord {
  return {
    number: row.number,
    id: row.id,
    name: row.name,
    tags: JSON.parse(row.tags) as string[],
    hasAgent: Boolean(row.has_agent),
    isRetired: row.retired_at !== null,
    lastSeenAt: new Date(row.last_seen_at),
    facts: row.is_new ? row.facts : undefined,
    newest: row.is_new ? row.newest : undefined,
    version: row.version ?? undefined,
    clockSkewMs: row.clock_skew_ms ?? undefined,
    ...settingsOf(row),
  };
}

/** How a host is measured, by its row. */
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

/** A sample with the service's time, where the clock of its agent is off by more than the minutes that are added already. */
export function atServiceTime(sample: Sample, { clock_skew_ms, clock_offset_minutes }: AgentTimes): Sample {
  const aheadMs = (clock_skew_ms ?? 0) + clock_offset_minutes * MINUTE_MS;
  // A clock that is off by more than the column holds is off by minutes that are added already.
  if (Math.abs(aheadMs) < CLOCKS_AGREE_MS || Math.abs(aheadMs) > MINUTE_MS) return sample;
  return { ...sample, sampledAt: new Date(Date.parse(sample.sampledAt) - aheadMs).toISOString() };
}
