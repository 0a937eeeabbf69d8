import { LockMode } from '@mikro-orm/core';
import type { Authority, Origin } from '../../audit/origin.js';
import type { UnitOfWork } from '../../db/database.js';
import { NotAuthenticated, PermissionDenied } from '../../shared/errors.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';

/**
 * Looks once more whether somebody may do what is being written: an operation may have waited for its turn to hash or for
 * the database since its caller was looked up (promise 41, decision 022). Called within the transaction of the change,
 * before it changes anything; what takes the rights then waits until the change is done.
 *
 * @throws {NotAuthenticated} when the session or the token has ended, or the account lets nobody in.
 * @throws {PermissionDenied} when it takes the staff role and the caller has it no more.
 */
export async function confirmAuthority(
  unit: UnitOfWork,
  { authority }: Pick<Origin, 'authority'>,
  now: Date,
): Promise<void> {
  // Operators of the machine and visitors have no rights that could end.
  if (!authority) return;
  const { userId, credential, asStaff } = authority;
  if (asStaff) await lockStaff(unit);
  const where = { id: userId, isActive: true };
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
  const user = await unit.findOne(User, where, options);
  const holds = user && credential.expiresAt > now && (await isCredentialValid(unit, user, authority));
  if (!holds) throw new NotAuthenticated();
  if (asStaff && !user.isStaff) throw new PermissionDenied();
}

/**
 * Takes the rows of the active staff for a transaction. Whatever the staff do takes them first, in one order, so that no
 * two acts wait for each other; and of two that each leave the other as the last of the staff, the second sees what the
 * first left.
 *
 * @returns their ids.
 */
export async function lockStaff(unit: UnitOfWork): Promise<readonly number[]> {
  const staff = await unit.find(
    User,
    { isActive: true, isStaff: true },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' }, fields: ['id'], disableIdentityMap: true },
  );
  return staff.map(({ id }) => id);
}

async function isCredentialValid(unit: UnitOfWork, user: User, { credential }: Authority): Promise<boolean> {
  if (credential.kind === 'token') return credential.version === user.tokenVersion;
  const where = { id: credential.sessionId, user: user.id };
  const options = { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id'], disableIdentityMap: true } as const;
  return (await unit.findOne(Session, where, options)) !== null;
}
