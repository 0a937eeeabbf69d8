import type { Origin } from '../../audit/origin.js';
import { ReauthenticationRequired } from '../accounts.errors.js';

/** For how long a password that was given allows what can do harm (contract 14). */
const REAUTHENTICATION_MINUTES = 15;

/** How far in the future a login may be, since the clocks of two processes are never quite the same. */
const LEEWAY_MS = 5000;

/** Until when a proof that was given at that time counts. */
export function validUntil(authenticatedAt: Date): Date {
  return new Date(authenticatedAt.getTime() + REAUTHENTICATION_MINUTES * 60_000);
}

/**
 * Whether a call may do what can do harm: its caller proved a short time ago who they are. Operators on the command line
 * own the database and prove nothing.
 */
function isReauthenticated({ method, at, authority }: Origin): boolean {
  if (method === 'cli') return true;
  const authenticatedAt = authority?.credential.authenticatedAt;
  if (!at || !authenticatedAt) return false;
  const isPast = authenticatedAt.getTime() <= at.getTime() + LEEWAY_MS;
  return isPast && at < validUntil(authenticatedAt);
}

/**
 * To be called before any change that can do harm: that grants or raises rights, or lets others in or data out.
 *
 * @throws {ReauthenticationRequired} unless the caller proved within {@link REAUTHENTICATION_MINUTES} who they are.
 */
export function requireReauthentication(origin: Origin): void {
  if (!isReauthenticated(origin)) throw new ReauthenticationRequired();
}
