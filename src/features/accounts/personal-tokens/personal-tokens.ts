import { LockMode } from '@mikro-orm/core';
import { message } from '../../../i18n/message.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { Origin } from '../../../platform/audit/origin.js';
import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { deleteInSlices } from '../../../platform/db/delete-in-slices.js';
import { InvalidRequest, NotAuthenticated, NotFound } from '../../../shared/errors/errors.js';
import type { Clock } from '../../../shared/time/clock.js';
import type { ChangedAccounts } from '../changed-accounts.js';
import { type RightsColumns, rightsOfUser } from '../users/account-rights.js';
import { User } from '../users/user.entity.js';
import { PersonalAccessToken, parseScopes } from './personal-access-token.entity.js';
import { type PersonalTokenForm, readTokenForm } from './read-token-form.js';
import { hashOfPersonalToken, newPersonalToken } from './token-text.js';

/** Maximum number of tokens per account, including expired ones that have not been removed yet. */
export const TOKENS_OF_USER_MAX = 50;

const DAY_MS = 86_400_000;

/** Days for which an expired token stays in its user's list, to explain why a program is rejected. */
const EXPIRED_KEPT_DAYS = 30;

interface PersonalTokensDeps {
  readonly em: UnitOfWork;
  readonly clock: Clock;
  readonly audit: AuditTrail;
  readonly changedAccounts: ChangedAccounts;
}

export interface NewPersonalToken {
  /** The token itself, which cannot be retrieved again. */
  readonly token: string;
  readonly personalAccessToken: PersonalAccessToken;
}

export type TokenWithUser = PersonalAccessToken & { readonly user: User };

/** Manages personal access tokens for programs (contract 14). The database contains only their SHA-256. */
export class PersonalTokens {
  constructor(private readonly deps: PersonalTokensDeps) {}

  /**
   * Creates a token for a user.
   *
   * @throws {InvalidFields} naming `name`, `scopes` or `days`.
   * @throws {InvalidRequest} when the user has reached the limit.
   */
  async create({ id: userId }: Pick<User, 'id'>, typed: PersonalTokenForm, origin: Origin): Promise<NewPersonalToken> {
    const { audit, clock } = this.deps;
    const token = newPersonalToken();
    const personalAccessToken = await audit.withChange(origin, async (unit, record) => {
      // Locked so that the second of two concurrent calls counts the token created by the first.
      const user = await unit.findOne(
        User,
        { id: userId, isActive: true },
        { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true },
      );
      if (!user) throw new NotAuthenticated();
      const { name, scopes, days } = readTokenForm(typed, user);
      if ((await unit.count(PersonalAccessToken, { user: userId })) >= TOKENS_OF_USER_MAX) throw tooMany;
      const now = clock.now();
      const row = unit.create(
        PersonalAccessToken,
        {
          user: unit.getReference(User, userId),
          name,
          scopes: scopes.join(' '),
          tokenHash: hashOfPersonalToken(token) ?? '',
          createdAt: now,
          expiresAt: new Date(now.getTime() + days * DAY_MS),
        },
        { persist: true },
      );
      await unit.flush();
      const change = { after: factsOf(row) };
      await record({
        event: 'personal_token_create',
        result: 'success',
        origin,
        username: user.username,
        userId,
        change,
      });
      return row;
    });
    return { token, personalAccessToken };
  }

  /** Returns a user's tokens, newest first. */
  listOf(userId: number): Promise<PersonalAccessToken[]> {
    return this.deps.em
      .fork()
      .find(PersonalAccessToken, { user: userId }, { orderBy: { id: 'desc' }, limit: TOKENS_OF_USER_MAX });
  }

  /**
   * Revokes a token by its id as typed, and closes its sockets.
   *
   * @param userId the required owner; omitted by operators, who can revoke any token.
   * @throws {NotFound}
   */
  async revoke(typedId: string, origin: Origin, userId?: number): Promise<TokenWithUser> {
    const { em, audit, changedAccounts } = this.deps;
    if (!/^[1-9]\d{0,8}$/.test(typedId)) throw new NotFound('accounts.tokens.noSuchToken');
    const where = { id: Number(typedId), ...(userId !== undefined && { user: userId }) };
    const found = await em.fork().findOne(PersonalAccessToken, where, { populate: ['user'] });
    if (!found) throw new NotFound('accounts.tokens.noSuchToken');
    const { username, id: ownerId } = found.user;
    await audit.withChange(origin, async (unit, record) => {
      // Of two concurrent calls, one finds nothing to delete.
      if ((await unit.nativeDelete(PersonalAccessToken, where)) === 0)
        throw new NotFound('accounts.tokens.noSuchToken');
      const change = { before: factsOf(found) };
      await record({ event: 'personal_token_revoke', result: 'success', origin, username, userId: ownerId, change });
    });
    changedAccounts.announce(ownerId);
    return found;
  }

  /**
   * Finds a token and its user by the token's text; null if the token is unknown or expired, or if its user may not log
   * in.
   */
  async find(token: string): Promise<TokenWithUser | null> {
    const tokenHash = hashOfPersonalToken(token);
    if (tokenHash === undefined) return null;
    const { em, clock } = this.deps;
    const found = await em.fork().findOne(PersonalAccessToken, { tokenHash }, { populate: ['user'] });
    return found && found.expiresAt > clock.now() && found.user.isActive ? found : null;
  }

  /**
   * Finds the tokens among these ids that are still valid.
   *
   * @returns their ids, each mapped to its user.
   */
  async findActive(ids: readonly number[]): Promise<Map<number, RightsColumns>> {
    const active = new Map<number, RightsColumns>();
    for (const $in of chunksOf(ids)) {
      const { em, clock } = this.deps;
      const where = { id: { $in }, expiresAt: { $gt: clock.now() }, user: { isActive: true } };
      const fields = ['id', ...rightsOfUser] as const;
      const found = await em.fork().find(PersonalAccessToken, where, { populate: ['user'], fields });
      for (const { id, user } of found) active.set(id, user);
    }
    return active;
  }

  /** Deletes tokens that expired long ago, in batches. */
  async prune(): Promise<void> {
    const values = [new Date(this.deps.clock.now().getTime() - EXPIRED_KEPT_DAYS * DAY_MS)];
    await deleteInSlices(this.deps, { table: 'personal_access_tokens', where: 'expires_at <= ?', values });
  }
}

/** Deletes all of a user's tokens, within the transaction that revokes their rights. */
export async function endPersonalTokens(unit: UnitOfWork, userId: number): Promise<void> {
  await unit.nativeDelete(PersonalAccessToken, { user: userId });
}

/** Returns a token's details for the audit trail. */
function factsOf(token: PersonalAccessToken) {
  const { id, name, expiresAt } = token;
  return { token: id, name, scopes: parseScopes(token), expiresAt: expiresAt.toISOString() };
}

const tooMany = new InvalidRequest(message('accounts.tokens.tooMany', { maximum: TOKENS_OF_USER_MAX }));
