import type { HostMetrics, HostReading } from '../../src/monitoring/host-metrics.js';

const GIB = 1024 ** 3;

/** A host whose numbers a test sets. Without a change each reading says one percent more CPU than the one before. */
export class FakeHost implements HostMetrics {
  reads = 0;
  failure: Error | undefined;
  reading: HostReading = {
    cpuPercent: 9,
    ramTotalBytes: 16 * GIB,
    ramAvailableBytes: 12 * GIB,
    diskTotalBytes: 100 * GIB,
    diskUsedBytes: 25 * GIB,
  };

  async read(): Promise<HostReading> {
    this.reads += 1;
    if (this.failure) throw this.failure;
    this.reading = { ...this.reading, cpuPercent: this.reading.cpuPercent + 1 };
    return this.reading;
  }
}
