import { RecoveryCode } from '../accounts/second-factor/recovery-code.entity.js';
import { recoveryCodeHash } from '../accounts/second-factor/recovery-codes.js';
import { TotpDevice } from '../accounts/second-factor/totp-device.entity.js';
import type { UnitOfWork } from '../db/database.js';
import type { SecretBox } from '../shared/secret-box.js';
import type { AccountImportResult } from './account-import.js';
import type { DjangoUser } from './django-users.js';

/** Inserts the second factors of accounts that were inserted just now, in the transaction of `unit`. */
export async function importFactors(
  users: readonly DjangoUser[],
  results: readonly AccountImportResult[],
  { unit, totpSecrets }: { readonly unit: UnitOfWork; readonly totpSecrets: Pick<SecretBox, 'seal'> },
): Promise<void> {
  for (const [index, { userId: user }] of results.entries()) {
    const { totp, codes = [] } = users[index]?.factor ?? {};
    if (user === undefined || !totp) continue;
    await unit.insert(TotpDevice, { user, secret: totpSecrets.seal(totp.secret), lastStep: totp.lastStep });
    const hashes = new Set(codes.map((code) => recoveryCodeHash(user, code)));
    if (hashes.size > 0)
      await unit.insertMany(
        RecoveryCode,
        [...hashes].map((codeHash) => ({ user, codeHash })),
      );
  }
}
