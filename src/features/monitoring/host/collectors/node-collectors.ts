import type { MetricFamily } from '../../exposition/metric-family.js';
import { SeriesCollection } from '../../exposition/series-collection.js';
import type { Collect } from './collector.js';
import { MachineFiles } from './machine-files.js';
import { collectMemory } from './memory.js';
import { collectTraffic } from './network-devices.js';
import { collectSchedule, collectStat } from './processors.js';
import { collectLoad, collectNames } from './system.js';

/** Collectors of files that the kernel keeps in memory, by the names that node_exporter has for them. */
const collectors: Readonly<Record<string, Collect>> = {
  uname: collectNames,
  loadavg: collectLoad,
  stat: collectStat,
  schedstat: collectSchedule,
  meminfo: collectMemory,
  netdev: collectTraffic,
};

/**
 * Reads all that the kernel tells of this machine, under the names of node_exporter (contract 18). Nothing is read
 * until somebody asks, and nothing is kept.
 */
export class NodeCollectors {
  constructor(private readonly files = new MachineFiles()) {}

  /** Resolves within about a second, even if a source hangs; its families are then left out. */
  async read(): Promise<readonly MetricFamily[]> {
    const series = new SeriesCollection();
    for (const [collector, collect] of Object.entries(collectors)) this.#run(collector, collect, series);
    return series.families();
  }

  #run(collector: string, collect: Collect, series: SeriesCollection): void {
    const startedAt = performance.now();
    let hasSucceeded = 1;
    try {
      collect(this.files, series);
    } catch {
      // Some containers hide files, and some kernels lack them.
      hasSucceeded = 0;
    }
    series.add('node_scrape_collector_duration_seconds', (performance.now() - startedAt) / 1000, collector);
    series.add('node_scrape_collector_success', hasSucceeded, collector);
  }
}
