import type { FigureUnit } from './rules/figures.js';

/** Severity configured in the rule. */
export type AlertSeverity = 'WARNING' | 'BAD';

/** One event for a channel: an incident began, continues or ended, or a test. */
export interface AlertItem {
  /**
   * Unique and stable however often the item is queued: incident, kind and number. Receivers can use it for
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
  /** When the condition became true: ISO 8601, UTC; absent for a test, and where unknown. */
  readonly trueSince?: string;
  /** When the rule fired: ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; absent while the incident is open. */
  readonly endedAt?: string;
  /** Present if it did not end because the condition was over: its figures are no longer measured. */
  readonly endReason?: 'NOT_MEASURED';
  /** Time for which the expression must be true before the rule fires. */
  readonly forSeconds: number;
  readonly atoms: readonly AlertItemAtom[];
  readonly incidentUrl: string;
}

/** The values of one comparison of the rule: now, just before it became true, and at its peak; null where unknown. */
export interface AlertItemAtom {
  /** As in the expression, with its unit: `avg(cpu, 10m) > 90 %`. */
  readonly text: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly peak: number | null;
  /** The file system that it reads; absent for figures other than `disk`, and where unknown. */
  readonly fileSystem?: string;
  readonly unit: FigureUnit;
}
