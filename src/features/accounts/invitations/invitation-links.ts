import { accountPaths, INVITATION_PARAMETER } from '../accounts.paths.js';
import type { Invitation } from './invitation.entity.js';

/** What the token of an invitation is made from. */
export function purposeOf({ nonce }: Pick<Invitation, 'nonce'>): string {
  return `invitation ${nonce}`;
}

/** The address that opens the registration for a token. */
export function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}${accountPaths.register}?${INVITATION_PARAMETER}=${token}`;
}

/** The condition for invitations that can be used. */
export function openAt(now: Date) {
  return { usedAt: null, withdrawnAt: null, expiresAt: { $gt: now } };
}
