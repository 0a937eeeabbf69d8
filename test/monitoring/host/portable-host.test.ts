import { describe, expect, test } from 'vitest';
import { openHostMetrics } from '../../../src/monitoring/host/open-host-metrics.js';
import { PortableHost, readHostFacts } from '../../../src/monitoring/host/portable-host.js';

describe('systeminformation, where the kernel is not read directly', () => {
  test('says what the direct way says', async () => {
    const [portable, direct] = await Promise.all([new PortableHost('/').read(), openHostMetrics('/').read()]);
    expect(portable.ramTotalBytes).toBe(direct.ramTotalBytes);
    expect(portable.diskTotalBytes).toBe(direct.diskTotalBytes);
    const difference = Math.abs(portable.ramAvailableBytes - direct.ramAvailableBytes);
    expect(difference).toBeLessThan(0.05 * direct.ramTotalBytes);
    expect(portable.cpuPercent >= 0 && portable.cpuPercent <= 100).toBe(true);
  });

  test('knows what machine this is', async () => {
    const facts = await readHostFacts();
    expect(facts.cores).toBeGreaterThan(0);
    expect(facts.system).not.toBe('');
  });
});
