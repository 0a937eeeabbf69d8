import type { HostMetrics, OwnReading } from '../../../src/features/monitoring/host/host-metrics.js';
import { exampleKernelFigures } from '../example-figures.js';
import { fakeFileSystem } from './fake-file-system.js';

const GIB = 1024 ** 3;

/** A host with values set by the test. Otherwise, each reading reports one percent more CPU than the one before. */
export class FakeHost implements HostMetrics {
  reads = 0;
  failure: Error | undefined;
  reading: OwnReading = {
    cpuPercent: 9,
    corePercents: [8, 10],
    cpuTemperatureCelsius: 54.36,
    loadAverage: [0.5, 0.25, 0.125],
    ramTotalBytes: 16 * GIB,
    ramAvailableBytes: 12 * GIB,
    swapTotalBytes: 4 * GIB,
    swapUsedBytes: GIB,
    diskTotalBytes: 100 * GIB,
    diskUsedBytes: 25 * GIB,
    diskAvailableBytes: 75 * GIB,
    network: { received: 1000, sent: 200 },
    diskActivity: { read: 4096, written: 8192 },
    fileSystems: [fakeFileSystem({ usedBytes: 25 * GIB })],
    uptimeSeconds: 3600,
    kernelFigures: exampleKernelFigures,
    limits: null,
    stale: [],
  };

  async read(): Promise<OwnReading> {
    this.reads += 1;
    if (this.failure) throw this.failure;
    this.reading = { ...this.reading, cpuPercent: this.reading.cpuPercent + 1 };
    return this.reading;
  }
}
