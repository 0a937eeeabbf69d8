import type { User } from '../users/user.entity.js';

/** Maximum number of accounts named in one mail. */
export const ACCOUNTS_NAMED_MAX = 10;

/** Maximum number of mails per request: one for each spelling of the address. */
export const SPELLINGS_MAX = 3;

/** An account whose address is a spelling of the typed one. */
export type AddressedAccount = Pick<User, 'id' | 'email' | 'emailProvedAt' | 'lastLogin'>;

/**
 * Selects the accounts for a password reset request, grouped by their spelling of the address, so that no link is
 * mailed to somebody else's spelling. The typed spelling comes first.
 *
 * After it come spellings with a proved address; accounts with a proved address also come first within a mail. Since
 * anyone can create an account with somebody else's address and log in to it, the others alternate between the most
 * recently used and the oldest, so that neither new nor old accounts crowd out the rest.
 */
export function resetRecipients<Account extends AddressedAccount>(
  typed: string,
  accounts: readonly Account[],
): readonly (readonly Account[])[] {
  const { own = [], others = [] } = Object.groupBy(Map.groupBy(accounts, ({ email }) => email).values(), ([first]) =>
    first?.email === typed ? 'own' : 'others',
  );
  return [...own, ...byClaim(others)].slice(0, SPELLINGS_MAX).map((group) => {
    const named = byClaim(group.map((account) => [account])).flat();
    return named.slice(0, ACCOUNTS_NAMED_MAX);
  });
}

/** Orders groups of accounts by the strength of their claim to a mail, strongest first. */
function byClaim<Account extends AddressedAccount>(groups: readonly (readonly Account[])[]): (readonly Account[])[] {
  const byUse = [...groups].sort((one, other) => lastUse(other) - lastUse(one) || firstId(one) - firstId(other));
  const proved = byUse.filter(isProved);
  const used = byUse.filter((group) => !isProved(group) && lastUse(group) > 0);
  const oldest = [...used].sort((one, other) => firstId(one) - firstId(other));
  const alternating = used.flatMap((group, index) => [group, oldest[index] as readonly Account[]]);
  // A set keeps the first occurrence of each.
  return [...new Set([...proved, ...alternating, ...byUse])];
}

function isProved(group: readonly AddressedAccount[]): boolean {
  return group.some(({ emailProvedAt }) => emailProvedAt !== null);
}

/** Returns the time in ms when any of the accounts was last used; 0 if none ever was. */
function lastUse(group: readonly AddressedAccount[]): number {
  return Math.max(...group.map(({ lastLogin }) => lastLogin?.getTime() ?? 0));
}

function firstId(group: readonly AddressedAccount[]): number {
  return Math.min(...group.map(({ id }) => id));
}
