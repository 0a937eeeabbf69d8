import type { FigureUnit } from './rules/figures.js';

/** How bad a rule says that it is. */
export type AlertSeverity = 'WARNING' | 'BAD';

/** One thing that a channel is told of: that an incident began, goes on or ended, or that the channel works. */
export interface AlertItem {
  /** Unique, and the same however often it is put: incident, kind and number. Receivers can count by it. */
  readonly id: string;
  /** The number of the incident; null for a test. */
  readonly incidentId: number | null;
  readonly kind: 'fired' | 'repeated' | 'released' | 'test';
  /** The name of the rule. */
  readonly rule: string;
  readonly severity: AlertSeverity;
  /** The name of the host. */
  readonly host: string;
  readonly expression: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** ISO 8601, UTC; absent while the incident is open. */
  readonly endedAt?: string;
  /** How long the expression has to hold before it fires. */
  readonly forSeconds: number;
  readonly atoms: readonly AlertItemAtom[];
  /** Where people read about it. */
  readonly incidentUrl: string;
}

/** What one comparison of the rule reads: now, and just before it began to hold; null where that is not known. */
export interface AlertItemAtom {
  /** As in the expression, with its unit: `avg(cpu, 10m) > 90 %`. */
  readonly text: string;
  readonly value: number | null;
  readonly before: number | null;
  readonly unit: FigureUnit;
}
