import { createHmac, hkdfSync } from 'node:crypto';
import { isIP } from 'node:net';

/** The site to which passkeys are bound: they work at this origin only. */
export interface RelyingParty {
  /** Host name of `PUBLIC_URL`. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the relying party for `PUBLIC_URL`; undefined where browsers do not allow passkeys: without https, except at
 * `localhost`, and where the host has no name.
 */
export function createRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { hostname: id, origin, protocol } = new URL(publicUrl);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) !== 0;
  return (protocol === 'https:' || isLocal) && !isAddress ? { id, origin } : undefined;
}

const KEY_BYTES = 32;

/**
 * Returns the handle by which authenticators identify an account: the same for all of its passkeys, and revealing
 * neither its name nor the number of accounts. A passkey keeps its original handle, so a new `SECRET_KEY` invalidates
 * none.
 */
export function deriveUserHandle(secretKey: string, userId: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'vigia passkey user', KEY_BYTES));
  return createHmac('sha256', key).update(String(userId)).digest('base64url');
}
