import type { UnitOfWork } from '../../../platform/db/database.js';
import { isUsable } from '../credentials/password-encoding.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { OidcIdentity } from '../users/oidc-identity.entity.js';
import { User } from '../users/user.entity.js';
import { LastWayIn } from './identities.errors.js';

/**
 * Requires that the owner of an account can still log in, after something has been removed in the transaction of `unit`.
 *
 * @throws {LastWayIn} if the account has neither a password nor a passkey nor an identity at a provider.
 */
export async function requireWayIn(unit: UnitOfWork, userId: number): Promise<void> {
  const { password } = await unit.findOneOrFail(User, userId, { refresh: true });
  if (isUsable(password)) return;
  const others = (await unit.count(Passkey, { user: userId })) + (await unit.count(OidcIdentity, { user: userId }));
  if (others === 0) throw new LastWayIn();
}
