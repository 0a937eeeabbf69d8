import type { User } from '../users/user.entity.js';

/** The most accounts that one mail names. */
export const ACCOUNTS_NAMED_MAX = 10;

/** The most mails for one request: one for each spelling of the address. */
export const SPELLINGS_MAX = 3;

/** An account whose address is, in some spelling, the one that was typed. */
export type AddressedAccount = Pick<User, 'id' | 'email' | 'emailProvedAt' | 'lastLogin'>;

/**
 * Chooses whom a request for a new password is about: for each spelling of the address, the accounts that have it, so that
 * no link goes to a spelling that is another's. The spelling that was typed comes first, then those that somebody has
 * proved to read.
 *
 * Within a mail, accounts whose address is proved come first. Anybody can give an account somebody else's address, and log
 * in to it: among those not proved, the ones used last and the oldest ones alternate, so that neither new nor old ones
 * crowd all others out.
 */
export function resetRecipients<Account extends AddressedAccount>(
  typed: string,
  accounts: readonly Account[],
): readonly (readonly Account[])[] {
  const bySpelling = Map.groupBy(accounts, ({ email }) => email);
  const rank = (spelling: string, group: readonly Account[]) => [
    Number(spelling === typed),
    Number(group.some(isProved)),
    Math.max(...group.map(lastUse)),
  ];
  return [...bySpelling]
    .map(([spelling, group]) => ({ group, rank: rank(spelling, group) }))
    .sort((one, other) => compareRanks(other.rank, one.rank))
    .slice(0, SPELLINGS_MAX)
    .map(({ group }) => named(group));
}

/** The accounts that a mail to their address names. */
function named<Account extends AddressedAccount>(group: readonly Account[]): readonly Account[] {
  const byUse = [...group].sort((one, other) => lastUse(other) - lastUse(one) || one.id - other.id);
  const proved = byUse.filter(isProved);
  const used = byUse.filter((account) => !isProved(account) && account.lastLogin !== null);
  const unused = byUse.filter((account) => !isProved(account) && account.lastLogin === null);
  const oldest = [...used].sort((one, other) => one.id - other.id);
  const alternating = used.flatMap((account, index) => [account, oldest[index] as Account]);
  return [...new Set([...proved, ...alternating, ...unused])].slice(0, ACCOUNTS_NAMED_MAX);
}

function isProved({ emailProvedAt }: AddressedAccount): boolean {
  return emailProvedAt !== null;
}

function lastUse({ lastLogin }: AddressedAccount): number {
  return lastLogin?.getTime() ?? 0;
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index < 0 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
