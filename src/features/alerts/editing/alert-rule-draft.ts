import type { AlertSeverity } from '../alert-item.js';

/** A rule as written by staff. */
export interface AlertRuleDraft {
  readonly name: string;
  readonly expression: string;
  readonly forSeconds: number;
  readonly releaseSeconds: number;
  readonly severity: AlertSeverity;
  /** Host ids. If both hosts and tags are empty, the rule applies to all hosts. */
  readonly hosts: readonly string[];
  /** Tags, each of which adds the hosts that have it. */
  readonly tags: readonly string[];
  readonly channels: readonly string[];
  readonly repeatSeconds: number;
  readonly isActive: boolean;
  readonly membersAcknowledge: boolean;
  /** An IANA name; undefined means the server's time zone. */
  readonly timeZone: string | undefined;
}
