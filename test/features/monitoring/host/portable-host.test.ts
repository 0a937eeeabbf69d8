import systeminformation from 'systeminformation';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readPortableFacts } from '../../../../src/features/monitoring/host/facts/portable-facts.js';
import { openHostMetrics } from '../../../../src/features/monitoring/host/open-host-metrics.js';
import { PortableHost } from '../../../../src/features/monitoring/host/portable-host.js';

describe('systeminformation, where the kernel is not read directly', () => {
  test('reads the same as the direct way', async () => {
    const logger = { log: () => {} };
    const [portable, direct] = await Promise.all([new PortableHost('/').read(), openHostMetrics('/', logger).read()]);
    expect(portable.ramTotalBytes).toBe(direct.ramTotalBytes);
    expect(portable.diskTotalBytes).toBe(direct.diskTotalBytes);
    const difference = Math.abs(portable.ramAvailableBytes - direct.ramAvailableBytes);
    expect(difference).toBeLessThan(0.05 * direct.ramTotalBytes);
    expect(portable.cpuPercent >= 0 && portable.cpuPercent <= 100).toBe(true);
  });

  test.each([
    [45.5, 45.5],
    [300, null],
    [Number.NaN, null],
  ])('has the temperature %d of the processor as %j', async (main, celsius) => {
    const readTemperature = vi.spyOn(systeminformation, 'cpuTemperature');
    onTestFinished(() => readTemperature.mockRestore());
    readTemperature.mockResolvedValue({ main, cores: [], max: main });
    const host = new PortableHost('/');
    expect((await host.read()).cpuTemperatureCelsius).toBe(celsius);
    await host.read();
    expect(readTemperature).toHaveBeenCalledTimes(2);
  });

  test('is not read again for a temperature that this system does not report', async () => {
    const readTemperature = vi.spyOn(systeminformation, 'cpuTemperature');
    onTestFinished(() => readTemperature.mockRestore());
    readTemperature.mockResolvedValue({ main: null as never, cores: [], max: 0 });
    const host = new PortableHost('/');
    for (let reading = 0; reading < 3; reading += 1) {
      expect(await host.read()).toMatchObject({ cpuTemperatureCelsius: null, stale: [] });
    }
    expect(readTemperature).toHaveBeenCalledTimes(1);
  });

  test('has the other figures when the temperature fails', async () => {
    const readTemperature = vi.spyOn(systeminformation, 'cpuTemperature').mockRejectedValue(new Error('no permission'));
    onTestFinished(() => readTemperature.mockRestore());
    const { cpuTemperatureCelsius, ramTotalBytes } = await new PortableHost('/').read();
    expect([cpuTemperatureCelsius, ramTotalBytes > 0]).toEqual([null, true]);
  });

  test('knows what machine this is', async () => {
    const facts = await readPortableFacts();
    expect(facts.cores).toBeGreaterThan(0);
    expect(facts.system).not.toBe('');
  });
});
