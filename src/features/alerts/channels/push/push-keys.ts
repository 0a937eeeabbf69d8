import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair by which push services know this service (VAPID, RFC 8292): base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const KEY_BYTES = 32;

/**
 * Derives the key pair from `SECRET_KEY`, so that every node of a service has the same one, and a restored backup too.
 * With another `SECRET_KEY`, browsers have to subscribe anew.
 */
export function pushKeysOf(secretKey: string): PushKeys {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secretKey, '', `vigia web push ${attempt}`, KEY_BYTES));
    const ecdh = createECDH('prime256v1');
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      // Of 2³² numbers, one is no private key.
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}
