import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotFound } from '../../../shared/errors/errors.js';
import { isPossibleUsername, usernameKey } from '../../../shared/identity/username.js';
import { type Page, type PageRequest, pageOf, rowsFor } from '../../../shared/page.js';
import { User } from './user.entity.js';
import { searchUsers } from './user-search.js';

/** Filter for listing accounts; omitted fields match everything. */
export interface UserFilter {
  /** Part of a username, an address or a first name. */
  readonly search?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly isStaff?: boolean | undefined;
  readonly isOperator?: boolean | undefined;
}

/** Whether any active account has the staff role, as seen by a transaction. */
export async function hasActiveStaff(unit: UnitOfWork): Promise<boolean> {
  return (await unit.count(User, { isActive: true, isStaff: true })) > 0;
}

/** Lists and finds accounts, for staff (contract 2, `/admin/`). */
export class UserDirectory {
  constructor(private readonly em: UnitOfWork) {}

  /** Returns a page of the accounts, newest first. The page keys are ids. */
  async page(filter: UserFilter, request: PageRequest<readonly [number]>): Promise<Page<User>> {
    const users = await (filter.search?.trim() ? this.#search(filter, request) : this.#all(filter, request));
    return pageOf(users, request, ({ id }) => [id]);
  }

  /** Finds an account by its username, in any spelling. @throws {NotFound} */
  async named(username: string): Promise<User> {
    const key = isPossibleUsername(username) ? usernameKey(username) : undefined;
    const user = key === undefined ? null : await this.em.fork().findOne(User, { usernameKey: key });
    if (!user) throw new NotFound('accounts.noSuchAccount');
    return user;
  }

  /** Returns usernames by account id, leaving out unknown ids. */
  async usernames(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const where = { id: { $in: [...new Set(ids)] } };
    const users = await this.em.fork().find(User, where, { fields: ['username'] });
    return new Map(users.map(({ id, username }) => [id, username]));
  }

  /** Whether any active account has the staff role. */
  hasActiveStaff(): Promise<boolean> {
    return hasActiveStaff(this.em.fork());
  }

  /** Returns the id of the only active account with the staff role; undefined if there is more than one. */
  async lastStaffId(): Promise<number | undefined> {
    const where = { isActive: true, isStaff: true };
    const [first, second] = await this.em.fork().find(User, where, { fields: ['id'], limit: 2 });
    return second ? undefined : first?.id;
  }

  #all({ isActive, isStaff, isOperator }: UserFilter, request: PageRequest<readonly [number]>): Promise<User[]> {
    const where = {
      ...(isActive !== undefined && { isActive }),
      ...(isStaff !== undefined && { isStaff }),
      ...(isOperator !== undefined && { isOperator }),
      ...(request.after && { id: { $lt: request.after[0] } }),
    };
    return this.em.fork().find(User, where, { orderBy: { id: 'desc' }, limit: rowsFor(request) });
  }

  async #search({ search = '', ...filter }: UserFilter, request: PageRequest<readonly [number]>): Promise<User[]> {
    const em = this.em.fork();
    const ids = await searchUsers(em, {
      ...filter,
      text: search,
      below: request.after?.[0],
      limit: rowsFor(request),
    });
    return em.find(User, { id: { $in: ids } }, { orderBy: { id: 'desc' } });
  }
}
