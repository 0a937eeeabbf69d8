import { spawnSync } from 'node:child_process';
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** Creates a certificate for this machine in a folder. A service trusts it if passed as `NODE_EXTRA_CA_CERTS`. */
export function makeCertificate(folder: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const options = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  const { status, stderr } = spawnSync('openssl', ['req', ...options, ...subject], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return { cert, key };
}

/**
 * Starts a push service that runs on this machine until the end of the test. It has one browser, whose messages it
 * decrypts (RFC 8291). `subscription` is the result of `PushManager.subscribe`.
 */
export async function startPushReceiver({ cert, key }: { readonly cert: string; readonly key: string }) {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  const auth = randomBytes(16);
  const received: string[] = [];
  const server = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, async (request, response) => {
    const body = await buffer(request);
    // A push service rejects requests without a VAPID header, which identifies the sender (RFC 8292).
    const isSigned = /^vapid t=[\w.-]+, k=[\w-]+$/.test(request.headers.authorization ?? '');
    if (isSigned) received.push(decrypted(body));
    response.writeHead(isSigned ? 201 : 401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());

  function decrypted(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
    const encrypted = body.subarray(21 + idLength);
    const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    decipher.setAuthTag(encrypted.subarray(-16));
    const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
    // The text ends at the last 2; padding follows.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
  }

  return {
    /** Messages delivered to the browser, in order of arrival. */
    received,
    subscription: {
      endpoint: `https://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`,
      keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
  };
}
