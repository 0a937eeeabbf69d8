import { createHash } from 'node:crypto';
import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/** The pair for which failed logins are counted: the key of a name, and the exact address (contract 3). */
export interface LoginPair {
  readonly usernameKey: string;
  readonly address: string;
}

/** The pairs of a name at one address, or at all addresses. */
export interface PairsOfName {
  readonly usernameKey: string;
  readonly address?: string | undefined;
}

/** The same for a name as the list of locks displays it. */
export interface PairsOfDisplayName {
  readonly displayName: string;
  readonly address?: string | undefined;
}

/** The condition that finds the rows of a pair. */
export function rowsOf({ usernameKey, address }: LoginPair): Pick<LoginAttemptSlot, 'usernameHash' | 'address'> {
  return { usernameHash: hashOf(usernameKey), address };
}

/** The hash under which the rows of a name are stored. */
export function hashOf(usernameKey: string): string {
  return createHash('sha256').update(usernameKey).digest('hex');
}
