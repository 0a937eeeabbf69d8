import { createHash } from 'node:crypto';
import type { FilterQuery } from '@mikro-orm/core';
import { networkOf } from '../../../../shared/addresses/network.js';
import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/**
 * The pair for which failed logins are counted: a name's key and an address. An IPv6 address stands for its whole /64
 * (contract 3), which belongs to a single connection.
 */
export interface LoginPair {
  readonly usernameKey: string;
  readonly address: string;
}

/** A name's pairs at all addresses, or at one address or network as displayed in the list of locks. */
export interface PairsOfName {
  readonly usernameKey: string;
  readonly address?: string | undefined;
}

/** Like {@link PairsOfName}, for a name as displayed in the list of locks. */
export interface PairsOfDisplayName {
  readonly displayName: string;
  readonly address?: string | undefined;
}

export function rowsOf({ usernameKey, address }: LoginPair): Pick<LoginAttemptSlot, 'usernameHash' | 'address'> {
  return { usernameHash: computeHash(usernameKey), address: networkOf(address) };
}

/** Returns the hash that identifies a name in the table. */
export function computeHash(usernameKey: string): string {
  return createHash('sha256').update(usernameKey).digest('hex');
}

/**
 * Returns the condition for one address, or an empty one without an address. Failures recorded before networks were
 * counted contain the exact address.
 */
export function atAddress(address: string | undefined): FilterQuery<LoginAttemptSlot> {
  return address === undefined ? {} : { address: { $in: [address, networkOf(address)] } };
}
