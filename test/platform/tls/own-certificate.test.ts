import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ensureOwnCertificate, ownCertificateFiles } from '../../../src/platform/tls/own-certificate.js';
import { isPin } from '../../../src/shared/public-key-pin.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const NOW = new Date('2026-01-02T03:04:05Z');
const NAMES = { publicHost: 'vigia.lan', others: ['hub', '192.168.0.10'] };

function afterDays(days: number): Date {
  return new Date(NOW.getTime() + days * 86_400_000);
}

test('a key and a certificate are made once, for the names and addresses of the machine, readable by the owner alone', async () => {
  const folder = temporaryFolder();
  const made = await ensureOwnCertificate(folder, NAMES, NOW);
  const { keyFile, certFile } = ownCertificateFiles(folder);
  expect([keyFile, certFile].map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  const hosts = ['vigia.lan', 'hub', '192.168.0.10', 'localhost', '127.0.0.1', '::1', 'other.lan', '192.168.0.11'];
  expect(hosts.filter((host) => made.covers(host))).toEqual(hosts.slice(0, 6));
  const certificate = new X509Certificate(made.cert);
  expect(certificate.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
  // It must not be an authority: whoever has its key could otherwise make certificates of any name.
  expect(certificate.ca).toBe(false);
  expect([made.isSelfSigned, isPin(made.pin)]).toEqual([true, true]);
  expect(await ensureOwnCertificate(folder, NAMES, afterDays(700))).toMatchObject({ cert: made.cert, key: made.key });
});

test.each([
  ['before it ends', NAMES, 740],
  ['when the clock was set back', NAMES, -3],
  ['for another public name', { ...NAMES, publicHost: 'monitor.lan' }, 1],
])('it is renewed %s, for the same key', async (_when, names, days) => {
  const folder = temporaryFolder();
  const made = await ensureOwnCertificate(folder, NAMES, NOW);
  const renewed = await ensureOwnCertificate(folder, names, afterDays(days));
  expect(renewed.cert).not.toBe(made.cert);
  expect(renewed.pin).toBe(made.pin);
  expect(renewed.validTo.getTime() - afterDays(days).getTime()).toBeGreaterThan(700 * 86_400_000);
  expect(renewed.covers(names.publicHost)).toBe(true);
  expect(readFileSync(ownCertificateFiles(folder).certFile, 'utf8')).toBe(renewed.cert);
});

test('processes that start at once agree on one key', async () => {
  const folder = temporaryFolder();
  const made = await Promise.all(Array.from({ length: 4 }, () => ensureOwnCertificate(folder, NAMES, NOW)));
  expect(new Set(made.map(({ pin }) => pin)).size).toBe(1);
});

test('a key that cannot be read is kept, since agents have its pin', async () => {
  const folder = temporaryFolder();
  const { keyFile } = ownCertificateFiles(folder);
  writeFileSync(keyFile, 'a key of something else');
  await expect(ensureOwnCertificate(folder, NAMES, NOW)).rejects.toThrow();
  expect(readFileSync(keyFile, 'utf8')).toBe('a key of something else');
});
