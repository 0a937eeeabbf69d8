import type { Logger } from '../../../shared/logger.js';
import type { FamilySource } from '../exposition/metric-family.js';
import type { HostMetrics } from './host-metrics.js';
import { LinuxHost } from './linux-host.js';
import { PortableHost } from './portable-host.js';

/** Maximum number of interface names in one log entry. */
const NAMES_MAX = 20;

/**
 * Opens the metrics of this machine; `monitoredPath` selects the file system that counts as its disk. On Linux, they
 * are read directly from the kernel, without starting a process; there, it also has the families of node_exporter.
 */
export function openHostMetrics(monitoredPath: string, logger: Logger): HostMetrics & Partial<FamilySource> {
  if (process.platform !== 'linux') return new PortableHost(monitoredPath);
  return new LinuxHost(monitoredPath, {
    onInterfaces: ({ counted, leftOut }) =>
      logger.log('info', 'The network figures are the sum of these interfaces', {
        counted: counted.slice(0, NAMES_MAX),
        leftOut: leftOut.slice(0, NAMES_MAX),
      }),
  });
}
