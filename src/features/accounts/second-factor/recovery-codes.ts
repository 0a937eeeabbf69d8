import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** How many there are after they were made. */
const RECOVERY_CODES = 10;

/** 80 random bits: 16 characters of base32. */
const CODE_BYTES = 10;

/** New codes, as people read them: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer });
    return base32.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** What is stored of a code; case, spaces and hyphens do not count. */
export function recoveryCodeHash(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plainCode(code)}`)
    .digest('hex');
}

/** A code as it is compared. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
