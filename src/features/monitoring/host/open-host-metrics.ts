import type { HostMetrics } from './host-metrics.js';
import { LinuxHost } from './linux-host.js';
import { PortableHost } from './portable-host.js';

/**
 * Opens the metrics of this machine; `monitoredPath` selects the file system that counts as its disk. On Linux they are
 * read directly from the kernel, without starting a process.
 */
export function openHostMetrics(monitoredPath: string): HostMetrics {
  return process.platform === 'linux' ? new LinuxHost(monitoredPath) : new PortableHost(monitoredPath);
}
