import { LockMode } from '@mikro-orm/core';
import type { Authority, Origin } from '../../../platform/audit/origin.js';
import type { UnitOfWork } from '../../../platform/db/database.js';
import { NotAuthenticated, PermissionDenied } from '../../../shared/errors/errors.js';
import { mayOperate, roleOf } from '../../../shared/identity/role.js';
import { PersonalAccessToken } from '../personal-tokens/personal-access-token.entity.js';
import { Session } from '../sessions/session.entity.js';
import { User } from '../users/user.entity.js';

/**
 * Rechecks, within the transaction that makes a change, that the viewer still has the right to make it, since the
 * operation may have waited for the password queue or the database after the viewer was resolved (promise 41, decision
 * 022). Must be called before anything is changed. A concurrent revocation of the right waits for the transaction.
 *
 * @throws {NotAuthenticated} if the session or the token has ended, or the account is not active.
 * @throws {PermissionDenied} if the change requires a role that the viewer no longer has.
 */
export async function confirmAuthority(
  unit: UnitOfWork,
  { authority }: Pick<Origin, 'authority'>,
  now: Date,
): Promise<void> {
  // Visitors, and operators on the command line, have no rights that could be revoked.
  if (!authority) return;
  const { userId, credential, role } = authority;
  if (role === 'STAFF') await lockStaff(unit);
  const where = { id: userId, isActive: true };
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
  const user = await unit.findOne(User, where, options);
  const holds = user && credential.expiresAt > now && (await isCredentialValid(unit, user, authority));
  if (!holds) throw new NotAuthenticated();
  if (role === 'STAFF' && !user.isStaff) throw new PermissionDenied();
  if (role === 'OPERATOR' && !mayOperate({ role: roleOf(user) })) throw new PermissionDenied('errors.forOperators');
}

/**
 * Locks all active staff rows until the transaction ends. Every change by staff locks them first and in the same order,
 * which prevents deadlocks. Of two concurrent changes that would each remove a staff member, the second sees the result
 * of the first, so one member always remains.
 *
 * @returns the ids of the active staff.
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
  const options = { lockMode: LockMode.PESSIMISTIC_READ, fields: ['id'], disableIdentityMap: true } as const;
  if (credential.kind === 'personal_token') {
    return (await unit.findOne(PersonalAccessToken, { id: credential.tokenId, user: user.id }, options)) !== null;
  }
  const where = { id: credential.sessionId, user: user.id };
  return (await unit.findOne(Session, where, options)) !== null;
}
