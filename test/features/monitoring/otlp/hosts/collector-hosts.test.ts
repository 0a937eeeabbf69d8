import { expect, test } from 'vitest';
import { CollectorHosts } from '../../../../../src/features/monitoring/otlp/hosts/collector-hosts.js';
import type { UnitOfWork } from '../../../../../src/platform/db/database.js';
import { FakeClock } from '../../../../support/fakes/fake-clock.js';

test('a collector that has all its hosts is not looked up again, however many more it names', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => ({ number: at + 1, resourceName: `h${at}`, credential: 'hash' }));
  const hosts = new CollectorHosts({
    em: {} as UnitOfWork,
    table: { hostsOf: async () => rows },
    clock: new FakeClock(new Date('2026-11-27T08:00:00Z')),
    inTurn: () => Promise.reject(new Error('The rows are not needed')),
    onAdded: () => {},
  });
  const found = await hosts.resolve('collector', ['h0', 'h200', 'h201']);
  expect([...found]).toEqual([
    ['h0', { number: 1, credential: 'hash' }],
    ['h200', 'full'],
    ['h201', 'full'],
  ]);
});
