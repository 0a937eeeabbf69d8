import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { readLinuxFacts } from '../../../../../src/features/monitoring/host/facts/linux-facts.js';
import { LinuxHost } from '../../../../../src/features/monitoring/host/linux-host.js';
import { ExporterReader } from '../../../../../src/features/monitoring/sources/scraping/exporter-reader.js';
import { requestExposition } from '../../../../../src/features/monitoring/sources/scraping/request-exposition.js';
import { AddressGuard } from '../../../../../src/platform/outgoing/address-guard.js';
import { systemClock } from '../../../../../src/shared/time/clock.js';
import { prometheusIsInstalled, startNodeExporter } from '../../../../support/prometheus/programs.js';

const MIB = 1024 * 1024;

/** Compares two figures that move between two readings. */
function expectNear(name: string, one: number | null | undefined, other: number | null | undefined, tolerance: number) {
  expect([name, typeof one]).toEqual([name, typeof other]);
  expect([name, one, other, Math.abs((one ?? 0) - (other ?? 0)) <= tolerance]).toEqual([name, one, other, true]);
}

test.runIf(prometheusIsInstalled)('a real node_exporter has the figures that the machine itself has', async () => {
  const { port } = await startNodeExporter();
  const guard = new AddressGuard({
    ...{ allowedNetworks: ['127.0.0.0/8'], allowsPrivate: true, publicUrl: 'http://vigia.test', ownPort: 1 },
    ownAddresses: () => [],
  });
  const target = {
    url: `http://127.0.0.1:${port}/metrics`,
    username: null,
    hasBearerToken: false,
    hasCaCertificate: false,
  };
  const host = new LinuxHost('/');
  const reader = new ExporterReader();
  const readBoth = async () => {
    const exposition = await requestExposition(
      { target, secrets: {}, intervalMs: 15_000 },
      { guard, clock: systemClock },
    );
    const own = await host.read();
    return { own, ...reader.read(exposition, { atMs: performance.now(), now: new Date() }) };
  };
  await readBoth();
  // Rates are those of the time between, so long that a request hardly counts.
  const startedMs = performance.now();
  await expect.poll(() => performance.now() - startedMs).toBeGreaterThan(2000);
  const { own, reading, facts, problem } = await readBoth();

  expect(problem).toBeUndefined();
  const same = ['ramTotalBytes', 'swapTotalBytes', 'diskTotalBytes'] as const;
  expect(same.map((name) => reading[name])).toEqual(same.map((name) => own[name]));
  expectNear('available', reading.ramAvailableBytes, own.ramAvailableBytes, 0.02 * own.ramTotalBytes);
  expectNear('swap', reading.swapUsedBytes, own.swapUsedBytes, 0.02 * own.swapTotalBytes);
  expectNear('disk', reading.diskUsedBytes, own.diskUsedBytes, 0.005 * own.diskTotalBytes);
  expectNear('disk available', reading.diskAvailableBytes, own.diskAvailableBytes, 0.005 * own.diskTotalBytes);
  expectNear('uptime', reading.uptimeSeconds, own.uptimeSeconds, 2);
  for (const [index, load] of own.loadAverage?.entries() ?? []) {
    expectNear(`load ${index}`, reading.loadAverage?.[index], load, 0.1 + 0.1 * load);
  }
  const listed = (all: typeof own.fileSystems) =>
    all?.map(({ path, type, readOnly, totalBytes }) => ({ path, type, readOnly, totalBytes }));
  expect(listed(reading.fileSystems)).toEqual(listed(own.fileSystems));
  expectNear('cpu', reading.cpuPercent, own.cpuPercent, 10);
  expect(reading.corePercents).toHaveLength(own.corePercents?.length ?? 0);
  for (const [index, percent] of own.corePercents?.entries() ?? []) {
    expectNear(`core ${index}`, reading.corePercents?.[index], percent, 15);
  }
  const nearRate = (name: string, one: number | undefined, other: number | undefined) =>
    expectNear(name, one, other, MIB + 0.3 * (other ?? 0));
  nearRate('received', reading.network?.received, own.network?.received);
  nearRate('sent', reading.network?.sent, own.network?.sent);
  nearRate('read', reading.diskActivity?.read, own.diskActivity?.read);
  nearRate('written', reading.diskActivity?.written, own.diskActivity?.written);
  expectNear('temperature', reading.cpuTemperatureCelsius, own.cpuTemperatureCelsius, 5);
  expect(Object.keys(reading.kernelFigures)).toEqual(Object.keys(own.kernelFigures));

  const { system, kernel, cores } = await readLinuxFacts();
  expect(facts).toMatchObject({ name: hostname(), system, kernel, cores });
});
