import type { AuthenticationAct } from './audit-trail.js';
import type { Door } from './origin.js';

/** How an event can end. */
export type AuditResult = 'success' | 'failure' | 'locked_out';

/** An event as staff read it. */
export interface AuditRecord {
  readonly id: number;
  readonly at: Date;
  readonly event: AuthenticationAct;
  readonly result: AuditResult;
  readonly door: Door;
  readonly address: string;
  readonly username: string;
  readonly actor: string;
  /** JSON, or the beginning of it. */
  readonly before: string | null;
  readonly after: string | null;
}
