import { createHmac, hkdfSync } from 'node:crypto';
import { isIP } from 'node:net';

/** The site to which passkeys are bound: they only work at this origin. */
export interface RelyingParty {
  /** Host name of `PUBLIC_URL`. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party for `PUBLIC_URL`; undefined where browsers do not allow passkeys, i.e. without https
 * (except on `localhost`) or if the host is an IP address.
 */
export function createRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname: id, origin, protocol } = new URL(publicUrl);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) !== 0;
  return (protocol === 'https:' || isLocal) && !isAddress ? { id, origin } : undefined;
}

const KEY_BYTES = 32;

/**
 * Returns the handle that identifies an account to authenticators. It is the same for all of the account's passkeys and
 * reveals neither the name nor the number of accounts. A passkey keeps its original handle, so changing `SECRET_KEY`
 * invalidates none.
 */
export function deriveUserHandle(secretKey: string, userId: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'vigia passkey user', KEY_BYTES));
  return createHmac('sha256', key).update(String(userId)).digest('base64url');
}
