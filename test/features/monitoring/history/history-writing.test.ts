import { describe, expect, test } from 'vitest';
import { History } from '../../../../src/features/monitoring/history/history.js';
import type { HistoryStore } from '../../../../src/features/monitoring/history/history-store.js';
import { Resolution } from '../../../../src/features/monitoring/history/metrics-chunk.entity.js';
import { pruneHistory } from '../../../../src/features/monitoring/history/prune-history.js';
import { FakeClock } from '../../../support/fakes/fake-clock.js';
import { FakeHost } from '../../../support/fakes/fake-host.js';

const START = new Date('2026-01-02T03:00:00.000Z');
const MINUTE = 60_000;
const { reading } = new FakeHost();

/** Creates a history whose store only records its calls. */
function createHistory() {
  const written: (readonly [startMs: number, count: number])[] = [];
  const pruned: Resolution[] = [];
  const store: Pick<HistoryStore, keyof HistoryStore> = {
    whenWritable: async () => {},
    writeMinute: async (startMs, samples) => void written.push([startMs - START.getTime(), samples.length]),
    read: async () => [],
    prune: async (resolution) => {
      pruned.push(resolution);
      return 0;
    },
  };
  const history = new History({
    ...{ store: store as HistoryStore, clock: new FakeClock(START), logger: { log: () => {} }, intervalMs: 5000 },
    retentionDays: { [Resolution.SAMPLES]: 30, [Resolution.MINUTES]: 90, [Resolution.HOURS]: 730 },
  });
  const add = (ms: number) => history.add({ ...reading, sampledAt: new Date(START.getTime() + ms).toISOString() });
  return { history, add, written, pruned };
}

describe('the history of one host', () => {
  test('is written once a minute, when the minute is over, and the rest at the end', async () => {
    const { history, add, written } = createHistory();
    for (let ms = 0; ms < 2 * MINUTE + 10_000; ms += 5000) {
      add(ms);
      await new Promise(setImmediate);
    }
    expect(written).toEqual([
      [0, 12],
      [MINUTE, 12],
    ]);
    await history.flush();
    expect(written.at(-1)).toEqual([2 * MINUTE, 2]);
    await history.flush();
    expect(written).toHaveLength(3);
  });

  test('is not pruned twice at a time', async () => {
    const { history, pruned } = createHistory();
    await Promise.all([history.prune(), history.prune()]);
    const once = [Resolution.SAMPLES, Resolution.MINUTES, Resolution.HOURS];
    expect(pruned).toEqual(once);
    await history.prune();
    expect(pruned).toEqual([...once, ...once]);
  });
});

test('after each statement that deletes, others get their turn', async () => {
  const steps: (string | number)[] = [];
  const left = { [Resolution.SAMPLES]: 450, [Resolution.MINUTES]: 0, [Resolution.HOURS]: 1 };
  await pruneHistory({
    clock: { wait: async (ms) => void steps.push(ms) },
    oldestMs: () => 0,
    prune: async (resolution, _beforeMs, limit) => {
      const deleted = Math.min(limit, left[resolution]);
      left[resolution] -= deleted;
      steps.push(`${deleted}`);
      return deleted;
    },
  });
  expect(steps).toEqual(['200', 50, '200', 50, '50', 50, '0', '0', '1', 50, '0']);
});
