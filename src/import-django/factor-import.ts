import { Passkey } from '../features/accounts/passkeys/passkey.entity.js';
import { RecoveryCode } from '../features/accounts/second-factor/recovery-code.entity.js';
import { recoveryCodeHash } from '../features/accounts/second-factor/recovery-codes.js';
import { TotpDevice } from '../features/accounts/second-factor/totp-device.entity.js';
import { User } from '../features/accounts/users/user.entity.js';
import { chunksOf } from '../platform/db/chunks-of.js';
import type { UnitOfWork } from '../platform/db/database.js';
import type { SecretBox } from '../shared/secret-box.js';
import type { AccountImportResult } from './account-import.js';
import type { DjangoFactor } from './django-factors.js';
import type { DjangoUser } from './django-users.js';

/**
 * Decides how to import second factors, both for new accounts and for previously imported ones that are still unused
 * here and have since set up a factor in Django.
 */
export async function planFactors(
  users: readonly DjangoUser[],
  results: readonly AccountImportResult[],
  em: UnitOfWork,
): Promise<AccountImportResult[]> {
  const isThere = ({ there }: AccountImportResult, index: number) => there && users[index]?.factor;
  const secured = await withFactorHere(
    results.filter(isThere).flatMap(({ there }) => there ?? []),
    em.fork(),
  );
  return results.map((result, index) => {
    const factor = users[index]?.factor;
    if (!factor || (result.there && secured.has(result.there.id))) return result;
    if (result.status === 'new') return { ...result, factor: outcomeOf(factor) };
    if (result.status !== 'there' || !result.there) return result;
    return { ...result, factor: isUsedHere(result) ? 'kept' : outcomeOf(factor) };
  });
}

/** Whether an import changes an account's second factor. */
export function changesFactor({ status, factor }: AccountImportResult): boolean {
  return (status === 'new' || status === 'there') && factor !== undefined && factor !== 'kept';
}

/** Writes the outcome of {@link planFactors} in the transaction of `unit`, once the new accounts have been inserted. */
export async function importFactors(
  users: readonly DjangoUser[],
  results: readonly AccountImportResult[],
  { unit, totpSecrets }: { readonly unit: UnitOfWork; readonly totpSecrets: Pick<SecretBox, 'seal'> },
): Promise<void> {
  const lost: number[] = [];
  for (const [index, result] of results.entries()) {
    const user = result.userId ?? result.there?.id;
    const { totp, codes = [] } = users[index]?.factor ?? {};
    if (user === undefined || !changesFactor(result)) continue;
    if (totp) await unit.upsert(TotpDevice, { user, secret: totpSecrets.seal(totp.secret), lastStep: totp.lastStep });
    else lost.push(user);
    const hashes = new Set(codes.map((code) => recoveryCodeHash(user, code)));
    if (hashes.size === 0) continue;
    await unit.insertMany(
      RecoveryCode,
      [...hashes].map((codeHash) => ({ user, codeHash })),
    );
  }
  for (const $in of chunksOf(lost))
    await unit.nativeUpdate(User, { id: { $in: [...$in] } }, { secondFactorLost: true });
}

function outcomeOf({ totp, codes }: DjangoFactor): NonNullable<AccountImportResult['factor']> {
  if (totp) return 'taken';
  return codes.length > 0 ? 'codes' : 'lost';
}

/** Whether the user has logged in here since the account was last used in Django. */
function isUsedHere({ account, there }: AccountImportResult): boolean {
  return (there?.lastLogin?.getTime() ?? 0) > (account.lastLogin?.getTime() ?? 0);
}

/** Returns the ids of accounts that require more than a password. */
async function withFactorHere(accounts: readonly User[], unit: UnitOfWork): Promise<ReadonlySet<number>> {
  const secured = new Set(accounts.filter(({ secondFactorLost }) => secondFactorLost).map(({ id }) => id));
  for (const part of chunksOf(accounts.map(({ id }) => id))) {
    const user = { $in: [...part] };
    const apps = await unit.find(TotpDevice, { user, secret: { $ne: null } }, { fields: ['user'] });
    const passkeys = await unit.find(Passkey, { user }, { fields: ['user'] });
    for (const { user: owner } of [...apps, ...passkeys]) secured.add(owner.id);
  }
  return secured;
}
