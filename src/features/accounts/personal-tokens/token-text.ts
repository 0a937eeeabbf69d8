import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Prefix of every personal access token, which makes a leaked one recognisable. */
const PREFIX = 'vigia_pat_';

const RANDOM_BYTES = 32;
/** Number of base-62 digits for 32 bytes, and for the checksum's four bytes. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** Returns a new token: the prefix, 32 random bytes and the CRC-32 of both, in base 62. */
export function newPersonalToken(): string {
  const text = PREFIX + base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH);
  return text + computeChecksum(text);
}

/** Whether a bearer token has the prefix of a personal access token. */
export function isPersonalToken(bearer: string): boolean {
  return bearer.startsWith(PREFIX);
}

/**
 * Returns the SHA-256 of a token in hexadecimal, as stored. A slower hash is unnecessary because tokens are random.
 * Returns undefined if the format or the checksum is wrong, which saves the look-up.
 */
export function hashOfPersonalToken(token: string): string | undefined {
  if (!FORMAT.test(token)) return undefined;
  const text = token.slice(0, -CHECKSUM_LENGTH);
  if (computeChecksum(text) !== token.slice(-CHECKSUM_LENGTH)) return undefined;
  return createHash('sha256').update(token).digest('hex');
}

function computeChecksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function base62(number: bigint, length: number): string {
  let digits = '';
  for (let rest = number; rest > 0n; rest /= 62n) digits = DIGITS.charAt(Number(rest % 62n)) + digits;
  return digits.padStart(length, '0');
}
