import type { AuditAction } from './audit-trail.js';
import type { LoginMethod } from './origin.js';

/** How an event can end. */
export type AuditResult = 'success' | 'failure' | 'locked_out';

/** An event as staff read it. */
export interface AuditRecord {
  readonly id: number;
  readonly at: Date;
  readonly event: AuditAction;
  readonly result: AuditResult;
  readonly door: LoginMethod;
  readonly address: string;
  readonly username: string;
  readonly actor: string;
  /** JSON, or the beginning of it. */
  readonly before: string | null;
  readonly after: string | null;
}
