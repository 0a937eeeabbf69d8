import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { HubConnection } from '../../src/agent/hub-connection.js';
import { createOwnCertificate } from '../../src/platform/tls/own-certificate.js';
import type { TlsCertificate } from '../../src/platform/tls/tls-certificate.js';

const NAMES = { publicHost: 'another.name', others: [] };

/** Starts a hub that notes what it is sent, and answers that it does not know the token. */
async function startHub({ key, cert }: TlsCertificate) {
  const received: string[] = [];
  const hub = createServer({ key, cert }, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      received.push(String(data));
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  }).listen(0, '127.0.0.1');
  hub.on('tlsClientError', () => {});
  await once(hub, 'listening');
  onTestFinished(() => void hub.close());
  return { received, url: new URL(`https://127.0.0.1:${(hub.address() as AddressInfo).port}`) };
}

function connectTo(hub: URL, pin: string | undefined) {
  const handlers = { interval: () => {}, committed: () => {}, askProcesses: () => {}, askFamilies: () => {} };
  return new HubConnection({ hub, pin, token: 'the token', greeting: () => ({}), ...handlers }).ended;
}

test('the pinned key is accepted, whoever issued the certificate and whatever it is for', async () => {
  const certificate = await createOwnCertificate(NAMES, new Date());
  const hub = await startHub(certificate);
  expect(await connectTo(hub.url, certificate.pin)).toMatchObject({ outcome: 'unknown_token' });
  expect(hub.received.join()).toContain('Bearer the token');
});

test('a certificate that has expired is accepted with the pinned key', async () => {
  const certificate = await createOwnCertificate(NAMES, new Date('2020-01-01'));
  const hub = await startHub(certificate);
  expect(await connectTo(hub.url, certificate.pin)).toMatchObject({ outcome: 'unknown_token' });
});

test('another key is named, and gets neither the token nor anything else', async () => {
  const [pinned, other] = [
    await createOwnCertificate(NAMES, new Date()),
    await createOwnCertificate(NAMES, new Date()),
  ];
  const hub = await startHub(other);
  expect(await connectTo(hub.url, pinned.pin)).toEqual({ outcome: 'other_key', reason: `its key is ${other.pin}` });
  expect(hub.received).toEqual([]);
});

test('without a pin, a certificate of its own is refused', async () => {
  const hub = await startHub(await createOwnCertificate(NAMES, new Date()));
  expect(await connectTo(hub.url, undefined)).toEqual({ outcome: 'away', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  expect(hub.received).toEqual([]);
});
