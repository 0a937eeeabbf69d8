import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCertificate } from '../../../src/platform/tls/certificate-files.js';
import { createOwnCertificate } from '../../../src/platform/tls/own-certificate.js';
import { ServedCertificate } from '../../../src/platform/tls/served-certificate.js';
import type { KeyPair } from '../../../src/platform/tls/tls-certificate.js';
import { createLogger } from '../../../src/shared/logger.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const NAMES = { publicHost: 'vigia.lan', others: [] };

/** Opens a certificate of files, and notes each that is served afterwards. */
async function openFiles(bornAt?: Date) {
  const folder = temporaryFolder();
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  const clock = new FakeClock();
  const put = ({ cert, key }: KeyPair) => {
    writeFileSync(`${files.certFile}.new`, cert);
    renameSync(`${files.certFile}.new`, files.certFile);
    writeFileSync(files.keyFile, key);
  };
  const first = await createOwnCertificate(NAMES, bornAt ?? clock.now());
  put(first);
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  const served = await ServedCertificate.open({ load: () => readCertificate(files), clock, logger });
  const pins: string[] = [];
  const look = () => served.look(({ pin }) => pins.push(pin));
  return { files, clock, served, first, put, look, lines, pins };
}

test('new files are served within a minute', async () => {
  const { clock, served, put, pins } = await openFiles();
  const stop = served.watch(({ pin }) => pins.push(pin));
  const renewed = await createOwnCertificate(NAMES, clock.now());
  put(renewed);
  await clock.advance({ seconds: 60 });
  await expect.poll(() => pins).toEqual([renewed.pin]);
  expect(served.current.pin).toBe(renewed.pin);
  stop();
});

test('unchanged files are not served anew', async () => {
  const { look, pins, lines } = await openFiles();
  await look();
  expect([pins, lines]).toEqual([[], []]);
});

test('a broken file keeps the certificate from before and is logged once, without the key', async () => {
  const { files, clock, served, first, look, lines, pins } = await openFiles();
  const other = await createOwnCertificate(NAMES, clock.now());
  writeFileSync(files.keyFile, other.key);
  await look();
  await look();
  expect(served.current.pin).toBe(first.pin);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The new certificate cannot be used, and the present one stays');
  expect(lines[0]).toContain(files.certFile);
  expect(lines[0]).not.toContain(other.key.split('\n')[1]);
  writeFileSync(files.certFile, other.cert);
  await look();
  expect(pins).toEqual([other.pin]);
  expect(lines[1]).toContain('The certificate was renewed, with another key');
});

test('a missing file keeps the certificate from before', async () => {
  const { files, served, first, look } = await openFiles();
  renameSync(files.keyFile, `${files.keyFile}.away`);
  await look();
  expect(served.current.pin).toBe(first.pin);
});

test('a certificate that has expired is served, with a warning', async () => {
  const { lines } = await openFiles(new Date('2020-01-01'));
  expect(lines[0]).toContain('The certificate has expired');
});
