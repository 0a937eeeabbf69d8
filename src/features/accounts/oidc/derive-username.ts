import { randomBytes } from 'node:crypto';
import { hasUsernameCharacters, normalisedUsername, usernameKey } from '../../../shared/identity/username.js';
import type { ProvidedPerson } from './claims.js';

/** Length to which a derived name is truncated, so that a suffix still fits. */
const BASE_MAX_LENGTH = 100;

/** Numbers that are tried after a taken name: `ana`, `ana2` … `ana9`. */
const NUMBERS_MAX = 9;

const FALLBACK = 'user';

/**
 * Returns usernames for a new account, best first: the person's own at the provider, else the beginning of the address,
 * else the first name; then the same with a number, and finally with random letters, which are never all taken.
 */
export function* deriveUsernames({
  username,
  email,
  firstName,
}: Pick<ProvidedPerson, 'username' | 'email' | 'firstName'>): Generator<string> {
  const base = [beforeAt(username), beforeAt(email), firstName].map(plainName).find((name) => name !== '') ?? FALLBACK;
  yield base;
  for (let number = 2; number <= NUMBERS_MAX; number += 1) yield `${base}${number}`;
  for (let tries = 0; tries < 3; tries += 1) yield `${base}-${randomBytes(4).toString('hex')}`;
}

/** Leaves out the domain of an address, which some providers use as the username. */
function beforeAt(name: string): string {
  return name.replace(/@.*$/su, '');
}

/** Returns the characters that usernames may have; '' if none is left, or only digits, which are no username. */
function plainName(name: string): string {
  const kept = [...normalisedUsername(name.slice(0, 1000))].filter(hasUsernameCharacters).slice(0, BASE_MAX_LENGTH);
  const plain = kept.join('');
  return /^\p{Nd}*$/u.test(usernameKey(plain)) ? '' : plain;
}
