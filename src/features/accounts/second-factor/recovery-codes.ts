import { createHash, randomBytes } from 'node:crypto';
import { Secret } from 'otpauth';

/** Number of codes in a new set. */
const RECOVERY_CODES = 10;

/** Length of a code: 80 random bits, or 16 characters of base32. */
const CODE_BYTES = 10;

/** Returns new codes in readable form: `ABCD-EFGH-IJKL-MNOP`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const { base32 } = new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer });
    return base32.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** Returns the stored hash of a code, ignoring case, spaces and hyphens. */
export function recoveryCodeHash(userId: number, code: string): string {
  return createHash('sha256')
    .update(`${userId} ${plainCode(code)}`)
    .digest('hex');
}

/** Normalises a code for comparison. */
export function plainCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}
