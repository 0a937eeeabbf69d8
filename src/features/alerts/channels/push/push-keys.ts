import { createECDH, hkdfSync } from 'node:crypto';

/** The key pair that identifies this service to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const KEY_BYTES = 32;

/**
 * Derives the key pair from `SECRET_KEY`, so that all nodes share it and a restored backup keeps it. If `SECRET_KEY`
 * changes, browsers have to subscribe again.
 */
export function derivePushKeys(secretKey: string): PushKeys {
  for (let attempt = 0; ; attempt += 1) {
    const scalar = Buffer.from(hkdfSync('sha256', secretKey, '', `vigia web push ${attempt}`, KEY_BYTES));
    const ecdh = createECDH('prime256v1');
    try {
      ecdh.setPrivateKey(scalar);
    } catch {
      // One in 2³² derived numbers is not a valid private key, so try the next one.
      continue;
    }
    return { publicKey: ecdh.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
  }
}
