import { expect, onTestFinished, test, vi } from 'vitest';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';
import { ShownHost } from '../../../../src/features/monitoring/hosts/shown-host.js';
import { HostHistoryStore } from '../../../../src/features/monitoring/hosts/storage/host-history-store.js';
import type { MeasuredHost } from '../../../../src/features/monitoring/hosts/storage/host-table.js';
import { SAMPLE_TOPIC, type Sample } from '../../../../src/features/monitoring/sampler.js';
import { sampleAt } from '../../../support/agents/agents.js';
import { openTestDatabase } from '../../../support/databases/databases.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { newDatabaseUrl, nodesCanRun } from '../../../support/processes/nodes.js';
import { createTestApp } from '../../../support/test-app.js';

const START = Date.parse('2026-01-02T03:00:00.000Z');
const MEASURING = {
  intervalMs: 5000,
  retentionDays: { [Resolution.SAMPLES]: 30, [Resolution.MINUTES]: 90, [Resolution.HOURS]: 730 },
};

test('a row that was read before a newer sample was shown is not shown after it', async () => {
  const { promise, resolve } = Promise.withResolvers<MeasuredHost>();
  const times: string[] = [];
  const shown = new ShownHost({
    table: { shown: () => promise },
    store: { read: () => Promise.reject(new Error('Nobody reads it')) },
    clock: new FakeClock(),
    publish: ({ sampledAt }) => times.push(sampledAt),
  });
  const hostAt = (seconds: number) => ({ number: 1, ...MEASURING, newest: sampleAt(START + seconds * 1000) });
  shown.show(hostAt(0));
  const reading = shown.refresh();
  shown.show(hostAt(30));
  resolve(hostAt(5));
  await reading;
  expect(times).toEqual([hostAt(0), hostAt(30)].map(({ newest }) => newest.sampledAt));
});

test.runIf(nodesCanRun).each([
  { name: 'when it answers soon', isNewestShown: false },
  { name: 'when it answers after so long that newer ones are shown', isNewestShown: true },
])('samples that wait for the database are not shown after newer ones, $name', async ({ isNewestShown }) => {
  const url = await newDatabaseUrl();
  const app = await createTestApp({ database: await openTestDatabase({ kind: 'postgresql', url }) });
  const publish = vi.spyOn(app.services.pubSub, 'publish');
  const times = () =>
    publish.mock.calls.flatMap(([topic, value]) => (topic === SAMPLE_TOPIC ? [(value as Sample).sampledAt] : []));
  const [first, others] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
  onTestFinished(() => others.resolve());
  vi.spyOn(HostHistoryStore.prototype, 'storeNewest').mockReturnValueOnce(first.promise);
  vi.spyOn(HostHistoryStore.prototype, 'fill').mockReturnValue(others.promise);
  await app.advance({ seconds: 30 });
  const { shown, sampler } = app.services;
  if (isNewestShown) await expect.poll(() => shown.latest.sampledAt).toBe(sampler.latest.sampledAt);
  first.resolve(true);
  await expect.poll(() => shown.latest.sampledAt).toBe(sampler.latest.sampledAt);
  // The samples between the first and the newest are still being stored; the next one is shown after them, as always.
  await app.advance({ seconds: 5 });
  await expect.poll(() => shown.latest.sampledAt).toBe(sampler.latest.sampledAt);
  expect(times()).toEqual([...times()].sort());
});
