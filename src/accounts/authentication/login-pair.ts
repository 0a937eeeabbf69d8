import { createHash } from 'node:crypto';
import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/** Whose guesses are counted together: a name as compared, and the exact address (contract 3). */
export interface LoginPair {
  readonly usernameKey: string;
  readonly address: string;
}

/** The pairs of a name at one address, or at all. */
export interface PairsOfName {
  readonly usernameKey: string;
  readonly address?: string | undefined;
}

/** The same for a name as the list of locks shows it. */
export interface PairsOfDisplayName {
  readonly displayName: string;
  readonly address?: string | undefined;
}

/** How the rows of a pair are found. */
export function rowsOf({ usernameKey, address }: LoginPair): Pick<LoginAttemptSlot, 'usernameHash' | 'address'> {
  return { usernameHash: hashOf(usernameKey), address };
}

/** A name as compared, as its rows keep it. */
export function hashOf(usernameKey: string): string {
  return createHash('sha256').update(usernameKey).digest('hex');
}
