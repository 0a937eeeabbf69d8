import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { ReceivedRequest } from './receiver.js';

/** Returns a browser subscribed to push messages, with the keys that it shares with its push service (RFC 8291). */
export function pushBrowser(endpoint: string) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    /** The subscription as sent to the service. */
    form: { endpoint, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    /** Decrypts a push message with the browser's keys: `aes128gcm` with one record (RFC 8188, 8291). */
    decrypt<T>({ body }: ReceivedRequest): T {
      const salt = body.subarray(0, 16);
      const keyLength = body.readUInt8(20);
      const senderKey = body.subarray(21, 21 + keyLength);
      const shared = ecdh.computeSecret(senderKey);
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey]);
      const prk = Buffer.from(hkdfSync('sha256', shared, auth, keyInfo, 32));
      const key = hkdfSync('sha256', prk, salt, 'Content-Encoding: aes128gcm\0', 16);
      const nonce = hkdfSync('sha256', prk, salt, 'Content-Encoding: nonce\0', 12);
      const record = body.subarray(21 + keyLength);
      const decipher = createDecipheriv('aes-128-gcm', Buffer.from(key), Buffer.from(nonce));
      decipher.setAuthTag(record.subarray(-16));
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last non-zero byte is the delimiter, followed by padding.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
    },
  };
}

/** Reads the sender's claims as a push service does (RFC 8292). @throws if the signature does not match the key. */
export function vapidClaims({ headers }: ReceivedRequest): { aud: string; sub: string; exp: number; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('the signature is not that of the key');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), key };
}
