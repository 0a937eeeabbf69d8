import { accountPaths, INVITATION_PARAMETER } from '../accounts.paths.js';
import type { Invitation } from './invitation.entity.js';

/** Returns the text from which the token of an invitation is derived. */
export function purposeOf({ nonce }: Pick<Invitation, 'nonce'>): string {
  return `invitation ${nonce}`;
}

/** Returns the registration link for a token. */
export function buildLink(publicUrl: string, token: string): string {
  return `${publicUrl}${accountPaths.register}?${INVITATION_PARAMETER}=${token}`;
}

/** Condition for invitations that can be used. */
export function openAt(now: Date) {
  return { usedAt: null, withdrawnAt: null, expiresAt: { $gt: now } };
}
