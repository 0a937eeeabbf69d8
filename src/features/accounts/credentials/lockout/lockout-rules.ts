import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/** How many failures lock a name and an address (contract 3). */
export const FAILURE_LIMIT = 5;

/** How long a lock lasts, and how long a failure counts (contract 3). */
const LOCKOUT_MINUTES = 10;
const LOCKOUT_MS = LOCKOUT_MINUTES * 60_000;

/** How long a check can take at most. */
const PENDING_MS = 60_000;

/** Failures at this time or before no longer count. Times are those of the clock's steady time. */
export function failureCutoff(now: Date): Date {
  return new Date(now.getTime() - LOCKOUT_MS);
}

/** An attempt that has been pending since then or before was interrupted: it counts as a failure. */
export function pendingCutoff(now: Date): Date {
  return new Date(now.getTime() - PENDING_MS);
}

/** Until when five slots lock a pair; undefined while one of them belongs to a pending attempt. */
export function lockEnd(slots: readonly Pick<LoginAttemptSlot, 'failed' | 'since'>[], now: Date): Date | undefined {
  if (!slots.every(({ failed, since }) => failed || since <= pendingCutoff(now))) return undefined;
  return new Date(Math.max(...slots.map(({ since }) => since.getTime())) + LOCKOUT_MS);
}

/** Whole seconds until the end of a lock: at least 1, at most the length of a lock. */
export function secondsLeft(until: Date, now: Date): number {
  return Math.min(Math.max(Math.ceil((until.getTime() - now.getTime()) / 1000), 1), LOCKOUT_MS / 1000);
}
