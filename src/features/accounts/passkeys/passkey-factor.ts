import { chunksOf } from '../../../platform/db/chunks-of.js';
import type { FactorKind } from '../second-factor/second-factors.js';
import { Passkey } from './passkey.entity.js';

/**
 * Passkeys as a second factor. After the password, an account that has one is asked for a passkey or for another of its
 * factors.
 */
export const passkeyFactor: FactorKind = {
  async usersWith(userIds, unit) {
    const found = new Set<number>();
    for (const $in of chunksOf(userIds)) {
      const where = { user: { $in: [...$in] } };
      const passkeys = await unit.find(Passkey, where, { fields: ['user'], disableIdentityMap: true });
      for (const { user } of passkeys) found.add(user.id);
    }
    return [...found];
  },
  async removeAll(userId, unit) {
    await unit.nativeDelete(Passkey, { user: userId });
  },
};
