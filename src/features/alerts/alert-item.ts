import type { FigureUnit } from './rules/figures.js';

/** Severity set in the rule. */
export type AlertSeverity = 'WARNING' | 'BAD';

/** An event for a channel: an incident began, continues or ended, or a test was requested. */
export interface AlertItem {
  /**
   * Unique, and stable no matter how often the item is queued: incident, kind and number. Receivers can use it for
   * deduplication.
   */
  readonly id: string;
  /** Null for a test. */
  readonly incidentId: number | null;
  readonly kind: 'fired' | 'repeated' | 'released' | 'test';
  readonly rule: string;
  readonly severity: AlertSeverity;
  readonly host: string;
  readonly expression: string;
  /** When the condition became true, in ISO 8601 (UTC); absent for a test and if unknown. */
  readonly trueSince?: string;
  /** When the rule fired, in ISO 8601 (UTC). */
  readonly startedAt: string;
  /** When the incident ended, in ISO 8601 (UTC); absent while it is open. */
  readonly endedAt?: string;
  /**
   * Present if the incident ended because its values are no longer measured, rather than because the condition was
   * over.
   */
  readonly endReason?: 'NOT_MEASURED';
  /** How long the expression must be true before the rule fires. */
  readonly forSeconds: number;
  readonly atoms: readonly AlertItemAtom[];
  readonly incidentUrl: string;
}

/** The values of one of the rule's comparisons: now, just before it became true, and at its peak; null if unknown. */
export interface AlertItemAtom {
  /** The comparison as written in the expression, with its unit: `avg(cpu, 10m) > 90 %`. */
  readonly text: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly peak: number | null;
  /** The file system it reads; absent if unknown or the figure is not `disk`. */
  readonly fileSystem?: string;
  readonly unit: FigureUnit;
}
