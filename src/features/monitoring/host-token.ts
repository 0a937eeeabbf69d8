import { createHash, randomBytes } from 'node:crypto';

/** Prefix of the tokens of hosts and collectors; makes leaked ones recognisable. */
const PREFIX = 'vigia_host_';

const TOKEN_BYTES = 32;

const TOKEN = new RegExp(`^${PREFIX}[\\w-]{43}$`);

export function newHostToken(): string {
  return PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Whether a string has the form of such a token: the prefix followed by 32 bytes in base64url. */
export function isHostToken(text: string): boolean {
  return TOKEN.test(text);
}

/** Returns the stored form of a token: SHA-256 in hexadecimal. Tokens are random, so a slower hash is unnecessary. */
export function hashOfHostToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
