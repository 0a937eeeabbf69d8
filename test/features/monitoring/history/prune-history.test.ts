import { expect, test } from 'vitest';
import { pruneHistory } from '../../../../src/features/monitoring/history/prune-history.js';
import { Resolution } from '../../../../src/features/monitoring/history/resolution.js';

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
