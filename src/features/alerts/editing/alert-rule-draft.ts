import type { AlertSeverity } from '../alert-item.js';

/** A rule as written by staff. */
export interface AlertRuleDraft {
  readonly name: string;
  readonly expression: string;
  readonly forSeconds: number;
  readonly releaseSeconds: number;
  readonly severity: AlertSeverity;
  /** Host ids. Empty, together with empty tags, means all hosts. */
  readonly hosts: readonly string[];
  /** Adds the hosts with any of these tags. */
  readonly tags: readonly string[];
  readonly channels: readonly string[];
  readonly repeatSeconds: number;
  readonly isActive: boolean;
  /** An IANA name; undefined means the time zone of the server. */
  readonly timeZone: string | undefined;
}
