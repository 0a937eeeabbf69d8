import type { AlertSeverity } from '../alert-item.js';

/** A rule as staff write it. */
export interface AlertRuleDraft {
  readonly name: string;
  readonly expression: string;
  readonly forSeconds: number;
  readonly releaseSeconds: number;
  readonly severity: AlertSeverity;
  /** Ids; empty, with no tags, for all. */
  readonly hosts: readonly string[];
  /** The hosts with one of these as well. */
  readonly tags: readonly string[];
  readonly channels: readonly string[];
  readonly repeatSeconds: number;
  readonly isActive: boolean;
  /** An IANA name; the time zone of the server when undefined. */
  readonly timeZone: string | undefined;
}
