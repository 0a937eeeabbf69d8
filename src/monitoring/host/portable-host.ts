import { statfs } from 'node:fs/promises';
import systeminformation from 'systeminformation';
import type { HostMetrics, HostReading } from './host-metrics.js';

/** Reads the host through systeminformation, for systems whose kernel {@link HostMetrics} has no direct way to. */
export class PortableHost implements HostMetrics {
  constructor(private readonly monitoredPath: string) {}

  async read(): Promise<HostReading> {
    const [load, memory, disk] = await Promise.all([
      systeminformation.currentLoad(),
      systeminformation.mem(),
      statfs(this.monitoredPath),
    ]);
    return {
      cpuPercent: load.currentLoad,
      ramTotalBytes: memory.total,
      ramAvailableBytes: memory.available,
      diskTotalBytes: disk.blocks * disk.bsize,
      diskUsedBytes: (disk.blocks - disk.bfree) * disk.bsize,
    };
  }
}

/** What does not change about the host while the service runs. */
export interface HostFacts {
  readonly system: string;
  readonly processor: string;
  readonly cores: number;
}

/** Asks systeminformation what machine this is. It may start processes: for once at start, not for every sample. */
export async function readHostFacts(): Promise<HostFacts> {
  const [system, processor] = await Promise.all([systeminformation.osInfo(), systeminformation.cpu()]);
  return {
    system: `${system.distro} ${system.release}`.trim(),
    processor: `${processor.manufacturer} ${processor.brand}`.trim(),
    cores: processor.cores,
  };
}
