import { expect, test } from 'vitest';
import { BusyRetry } from '../../../../src/platform/db/sqlite/busy-retry.js';

test('an attempt that waits is rejected in the end, though longer than the busy timeout passes between two attempts', async () => {
  // Pauses between attempts exceed the timeout, as on a machine that stalls for seconds.
  const busyRetry = new BusyRetry(1);
  const attempt = () => Promise.reject(Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' }));
  await expect(busyRetry.retry(attempt)).rejects.toThrow('database is locked');
});
