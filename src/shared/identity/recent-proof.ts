import { ReauthenticationRequired } from '../errors/errors.js';
import type { Credential } from './viewer.js';

/** For how long a password or a passkey that was given allows what can do harm (contract 14). */
const PROOF_MINUTES = 15;

/** How far in the future a proof may be, since the clocks of two processes are never quite the same. */
const LEEWAY_MS = 5000;

/** Until when a proof that was given at that time counts. */
export function validUntil(authenticatedAt: Date): Date {
  return new Date(authenticatedAt.getTime() + PROOF_MINUTES * 60_000);
}

/**
 * Requires that the holder of a credential proved a short time ago who they are.
 *
 * @throws {ReauthenticationRequired} unless a password or a passkey was given within {@link PROOF_MINUTES}.
 */
export function requireRecentProof({ authenticatedAt }: Pick<Credential, 'authenticatedAt'>, now: Date): void {
  const isRecent =
    authenticatedAt !== undefined &&
    authenticatedAt.getTime() <= now.getTime() + LEEWAY_MS &&
    now < validUntil(authenticatedAt);
  if (!isRecent) throw new ReauthenticationRequired();
}
