import { rootCertificates } from 'node:tls';
import { expect, test } from 'vitest';
import { ScrapeStore } from '../../../../src/features/monitoring/hosts/source/scrape-store.js';
import { readScrape, type StoredScrape } from '../../../../src/features/monitoring/hosts/source/scrape-target.js';
import { InvalidFields } from '../../../../src/shared/errors/errors.js';

const url = 'http://web-1:9100/metrics';

function faultsOf(...[typed, before]: Parameters<typeof readScrape>): readonly string[] {
  try {
    readScrape(typed, before);
    return [];
  } catch (error) {
    return Object.keys((error as InvalidFields).details.fields ?? {});
  }
}

test('an address is one of http, with the usual path if it has none, and an interval of 5 to 300 seconds', () => {
  expect(readScrape({ url: ' http://web-1:9100 ' })).toMatchObject({ target: { url }, intervalMs: 15_000 });
  expect(readScrape({ url: `${url}?collect[]=cpu#top`, intervalSeconds: 300 })).toMatchObject({
    target: { url: `${url}?collect[]=cpu` },
    intervalMs: 300_000,
  });
  for (const wrong of ['', 'web-1', 'ftp://web-1/', 'http://', 'http://ana:p@web-1/', `http://x/${'y'.repeat(500)}`]) {
    expect([wrong, faultsOf({ url: wrong })]).toEqual([wrong, ['url']]);
  }
  expect([4, 5, 300, 301, 5.5].map((intervalSeconds) => faultsOf({ url, intervalSeconds }))).toEqual([
    ...[['intervalSeconds'], [], [], ['intervalSeconds'], ['intervalSeconds']],
  ]);
});

test('credentials are such as a header can carry, and only one kind', () => {
  const basicAuth = { username: 'ana', password: 'p' };
  expect(faultsOf({ url, bearerToken: 'a b' })).toEqual(['bearerToken']);
  expect(faultsOf({ url, bearerToken: 'é' })).toEqual(['bearerToken']);
  expect(faultsOf({ url, basicAuth: { username: 'a:b', password: 'x' } })).toEqual(['basicAuth']);
  expect(faultsOf({ url, basicAuth: { username: 'a', password: '' } })).toEqual(['basicAuth']);
  expect(faultsOf({ url, basicAuth: { username: 'a', password: 'b\r\nc' } })).toEqual(['basicAuth']);
  expect(faultsOf({ url, bearerToken: 'x', basicAuth })).toEqual(['basicAuth']);
  expect(faultsOf({ url, caCertificate: 'no' })).toEqual(['caCertificate']);
});

test('in a change, what is left out stays; with another origin it must be given again, and null removes it', () => {
  const before: StoredScrape = {
    target: { url, username: null, hasBearerToken: true, hasCaCertificate: false },
    secrets: { bearerToken: 'secret' },
    intervalMs: 60_000,
  };
  expect(readScrape({ url: `${url}2` }, before)).toMatchObject({
    secrets: { bearerToken: 'secret' },
    intervalMs: 60_000,
  });
  for (const other of ['https://web-1:9100/metrics', 'http://web-1:9101/metrics', 'http://web-2:9100/metrics']) {
    expect([other, faultsOf({ url: other }, before)]).toEqual([other, ['bearerToken']]);
    expect(readScrape({ url: other, bearerToken: 'secret' }, before).secrets.bearerToken).toBe('secret');
    const basicAuth = { username: 'ana', password: 'p' };
    expect(readScrape({ url: other, basicAuth }, before).secrets).toMatchObject({ password: 'p' });
    expect(readScrape({ url: other, bearerToken: null }, before).target.hasBearerToken).toBe(false);
  }
  expect(readScrape({ url, bearerToken: null }, before).target.hasBearerToken).toBe(false);
});

test('with another certificate authority, the credentials must be given again', () => {
  const [own = '', other = ''] = rootCertificates;
  const atHost = 'https://web-1:9100/metrics';
  const secrets = { password: 'secret', caCertificate: own };
  const target = { url: atHost, username: 'ana', hasBearerToken: false, hasCaCertificate: true };
  const before: StoredScrape = { target, secrets, intervalMs: 60_000 };
  for (const caCertificate of [other, null]) {
    expect(faultsOf({ url: atHost, caCertificate }, before)).toEqual(['basicAuth']);
    const again = { url: atHost, caCertificate, basicAuth: { username: 'ana', password: 'secret' } };
    expect(readScrape(again, before).secrets.password).toBe('secret');
    expect(readScrape({ url: atHost, caCertificate, basicAuth: null }, before).target.username).toBeNull();
  }
  expect(readScrape({ url: atHost, caCertificate: own }, before).secrets).toMatchObject(secrets);
  const trusting = { ...before, secrets: { password: 'secret' } };
  expect(faultsOf({ url: atHost, caCertificate: own }, trusting)).toEqual(['basicAuth']);
});

test('secrets are stored encrypted, and are gone with another key', () => {
  const scrape = readScrape({ url, bearerToken: 'secret' });
  const store = new ScrapeStore('a'.repeat(32));
  const sealed = store.seal(scrape);
  expect(JSON.stringify(sealed)).not.toContain('secret');
  expect(store.open({ ...sealed, intervalMs: 15_000 })).toEqual({ ...scrape, secrets: { bearerToken: 'secret' } });
  expect(new ScrapeStore('b'.repeat(32)).open({ ...sealed, intervalMs: 15_000 }).secrets).toBeUndefined();
  expect(store.seal(readScrape({ url })).scrapeSecrets).toBeNull();
});
