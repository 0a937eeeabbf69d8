import { createHmac, hkdfSync } from 'node:crypto';
import { isIP } from 'node:net';

/** What passkeys are bound to: they work at this origin and at no other. */
export interface RelyingParty {
  /** The host name of `PUBLIC_URL`. */
  readonly id: string;
  readonly origin: string;
}

/**
 * Who this service is to passkeys, by its `PUBLIC_URL`; undefined where browsers allow none: without https, except at
 * `localhost`, and where the host has no name.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { hostname: id, origin, protocol } = new URL(publicUrl);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  const isAddress = isIP(id.replace(/^\[|\]$/g, '')) !== 0;
  return (protocol === 'https:' || isLocal) && !isAddress ? { id, origin } : undefined;
}

const KEY_BYTES = 32;

/**
 * What authenticators know an account by: the same for all of its passkeys, and telling nothing of it, neither its name
 * nor how many accounts there are. A passkey keeps the one that it was made with, so that another `SECRET_KEY` takes
 * none away.
 */
export function userHandleOf(secretKey: string, userId: number): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'vigia passkey user', KEY_BYTES));
  return createHmac('sha256', key).update(String(userId)).digest('base64url');
}
