import { expect, test } from 'vitest';
import { UsageError } from '../../src/cli/command.js';
import { readScrapeOptions } from '../../src/cli/scrape-options.js';

const URL = 'http://web-1:9100/metrics';

test('without an address there is nothing to read, and no option about it may be given', async () => {
  expect(await readScrapeOptions({}, 30)).toBeUndefined();
  for (const options of [{ user: 'ana' }, { 'token-stdin': true }, { 'ca-file': 'ca.pem' }]) {
    await expect(readScrapeOptions(options, undefined)).rejects.toThrow(/needs --scrape/);
  }
});

test('an address comes with the interval; options that contradict each other are refused', async () => {
  expect(await readScrapeOptions({ scrape: URL }, 30)).toEqual({ url: URL, intervalSeconds: 30 });
  for (const options of [
    { user: 'ana' },
    { 'password-stdin': true },
    { user: 'ana', 'password-stdin': true, 'token-stdin': true },
    { 'ca-file': '/does/not/exist.pem' },
  ]) {
    await expect(readScrapeOptions({ scrape: URL, ...options }, undefined)).rejects.toThrow(UsageError);
  }
});
