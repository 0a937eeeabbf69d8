import { accountPaths, INVITATION_PARAMETER } from '../accounts.paths.js';
import type { Invitation } from './invitation.entity.js';

/** Returns the text from which an invitation's token is derived. */
export function purposeOf({ nonce }: Pick<Invitation, 'nonce'>): string {
  return `invitation ${nonce}`;
}

/** Returns the registration link for a token. */
export function buildLink(publicUrl: string, token: string): string {
  return `${publicUrl}${accountPaths.register}?${INVITATION_PARAMETER}=${token}`;
}

/** Returns the condition for invitations that can be used. */
export function openAt(now: Date) {
  return { usedAt: null, withdrawnAt: null, expiresAt: { $gt: now } };
}
