import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/** Number of failed logins that lock a username and address (contract 3). */
export const FAILURE_LIMIT = 5;

/** Duration of a lock, and time for which a failure counts (contract 3). */
const LOCKOUT_MINUTES = 10;
const LOCKOUT_MS = LOCKOUT_MINUTES * 60_000;

/** Maximum duration of a check. */
const PENDING_MS = 60_000;

/** Returns the steady time at or before which failures no longer count. */
export function failureCutoff(now: Date): Date {
  return new Date(now.getTime() - LOCKOUT_MS);
}

/**
 * Returns the time at or before which a pending attempt must have begun to be considered interrupted, and so a failure.
 */
export function pendingCutoff(now: Date): Date {
  return new Date(now.getTime() - PENDING_MS);
}

/** Returns when the lock formed by five slots ends; undefined while one of them belongs to a pending attempt. */
export function lockEnd(slots: readonly Pick<LoginAttemptSlot, 'failed' | 'since'>[], now: Date): Date | undefined {
  if (!slots.every(({ failed, since }) => failed || since <= pendingCutoff(now))) return undefined;
  return new Date(Math.max(...slots.map(({ since }) => since.getTime())) + LOCKOUT_MS);
}

/** Returns the whole seconds until a lock ends: at least 1, at most the full duration of a lock. */
export function secondsLeft(until: Date, now: Date): number {
  return Math.min(Math.max(Math.ceil((until.getTime() - now.getTime()) / 1000), 1), LOCKOUT_MS / 1000);
}
