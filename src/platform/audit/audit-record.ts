import type { AuditAction } from './audit-trail.js';
import type { LoginMethod } from './origin.js';

export type AuditResult = 'success' | 'failure' | 'locked_out';

/** An event as shown to staff. */
export interface AuditRecord {
  readonly id: number;
  readonly at: Date;
  readonly event: AuditAction;
  readonly result: AuditResult;
  readonly door: LoginMethod;
  readonly address: string;
  readonly username: string;
  readonly actor: string;
  /** The values before and after the change as JSON, possibly truncated. */
  readonly before: string | null;
  readonly after: string | null;
}
