import type { HostStatus } from '../../monitoring/hosts/status/host-states.js';
import { labelHosts } from './host-labels.js';
import { METRICS_PATH } from './metrics-path.js';
import { nameTagLabels } from './tag-labels.js';

/** An entry in the format of Prometheus' `http_sd_configs`. */
export interface ScrapeTarget {
  readonly targets: readonly [address: string];
  readonly labels: Readonly<Record<string, string>>;
}

/** Where the scraper reaches this service. */
export interface ServiceAddress {
  readonly scheme: 'http' | 'https';
  /** Host name, with its port where it has one. */
  readonly host: string;
}

/** Lists every host that is not retired as a target of its own, whose figures Prometheus fetches from this service. */
export function listScrapeTargets(hosts: readonly HostStatus[], { scheme, host: address }: ServiceAddress) {
  const labelled = labelHosts(hosts);
  const tagLabels = nameTagLabels(labelled.flatMap(({ host }) => host.tags));
  return labelled.map(
    ({ label, host }): ScrapeTarget => ({
      targets: [address],
      labels: {
        __scheme__: scheme,
        __metrics_path__: METRICS_PATH,
        __param_host: String(host.number),
        instance: label,
        ...Object.fromEntries(host.tags.map((tag) => [tagLabels.get(tag), 'true'])),
      },
    }),
  );
}
