import { ReauthenticationRequired } from '../errors/errors.js';
import type { Credential } from './viewer.js';

/** Minutes for which a password or passkey authorises dangerous actions (contract 14). */
const PROOF_MINUTES = 15;

/** Tolerance for proofs in the future, since the clocks of two processes always differ slightly. */
const LEEWAY_MS = 5000;

/** Returns when a proof given at `authenticatedAt` expires. */
export function validUntil(authenticatedAt: Date): Date {
  return new Date(authenticatedAt.getTime() + PROOF_MINUTES * 60_000);
}

/**
 * Requires that the holder of a credential has recently proved their identity.
 *
 * @throws {ReauthenticationRequired} unless a password or a passkey was given within {@link PROOF_MINUTES}.
 */
export function requireRecentProof(credential: Pick<Credential, 'authenticatedAt'>, now: Date): void {
  if (!recentProofUntil(credential, now)) throw new ReauthenticationRequired();
}

/** Returns until when a recent proof of a credential's holder is valid; null if there is none. */
export function recentProofUntil({ authenticatedAt }: Pick<Credential, 'authenticatedAt'>, now: Date): Date | null {
  const isRecent =
    authenticatedAt !== undefined &&
    authenticatedAt.getTime() <= now.getTime() + LEEWAY_MS &&
    now < validUntil(authenticatedAt);
  return isRecent ? validUntil(authenticatedAt) : null;
}
