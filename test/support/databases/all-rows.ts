import { AccessPolicyRow } from '../../../src/features/accounts/access-policy/access-policy.entity.js';
import { BlockedDomain } from '../../../src/features/accounts/email-domains/blocked-domain.entity.js';
import { Invitation } from '../../../src/features/accounts/invitations/invitation.entity.js';
import { PersonalAccessToken } from '../../../src/features/accounts/personal-tokens/personal-access-token.entity.js';
import { Session } from '../../../src/features/accounts/sessions/session.entity.js';
import { User } from '../../../src/features/accounts/users/user.entity.js';
import { TermsSeen } from '../../../src/features/terms/terms-seen.entity.js';
import { TermsVersion } from '../../../src/features/terms/versions/terms-version.entity.js';
import { AuthenticationEvent } from '../../../src/platform/audit/audit-event.entity.js';
import type { UnitOfWork } from '../../../src/platform/db/database.js';

/** Returns all rows that a caller can change, as text for comparison, without the records of failures. */
export async function allRows(unit: UnitOfWork): Promise<string> {
  const failures = { result: { $ne: 'failure' as const } };
  const rows = [
    await unit.find(User, {}, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    await unit.find(Session, {}, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    await unit.find(AccessPolicyRow, {}, { disableIdentityMap: true }),
    await unit.find(Invitation, {}, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    await unit.find(PersonalAccessToken, {}, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    await unit.find(BlockedDomain, {}, { disableIdentityMap: true }),
    await unit.find(TermsVersion, {}, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
    await unit.find(TermsSeen, {}, { disableIdentityMap: true }),
    await unit.find(AuthenticationEvent, failures, { orderBy: { id: 'asc' }, disableIdentityMap: true }),
  ];
  return JSON.stringify(rows);
}
