import { createHash } from 'node:crypto';
import type { FilterQuery } from '@mikro-orm/core';
import { networkOf } from '../../../../shared/addresses/network.js';
import type { LoginAttemptSlot } from './login-attempt-slot.entity.js';

/**
 * The pair for which failed logins are counted: the key of a name, and an address, of which an IPv6 one stands for its /64
 * (contract 3): whoever has a connection has all of that.
 */
export interface LoginPair {
  readonly usernameKey: string;
  readonly address: string;
}

/** The pairs of a name at one address, or its network as the list of locks shows it, or at all addresses. */
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
  return { usernameHash: hashOf(usernameKey), address: networkOf(address) };
}

/** The hash under which the rows of a name are stored. */
export function hashOf(usernameKey: string): string {
  return createHash('sha256').update(usernameKey).digest('hex');
}

/** The condition for one address, or none. Failures of before networks were counted have the exact address. */
export function atAddress(address: string | undefined): FilterQuery<LoginAttemptSlot> {
  return address === undefined ? {} : { address: { $in: [address, networkOf(address)] } };
}
