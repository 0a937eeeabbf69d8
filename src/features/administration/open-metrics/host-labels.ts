import type { HostStatus } from '../../monitoring/hosts/status/host-states.js';

/** A host that is not retired, with the name that Prometheus knows it by. */
export interface LabelledHost {
  readonly label: string;
  readonly host: HostStatus;
}

/**
 * Labels the hosts that are not retired with their names. Since series must be unique, a host whose name is already
 * taken gets its number appended.
 */
export function labelHosts(hosts: readonly HostStatus[]): LabelledHost[] {
  const taken = new Set<string>();
  return hosts
    .filter(({ state }) => state !== 'RETIRED')
    .map((host) => {
      let label = host.name;
      while (taken.has(label)) label = `${label} (${host.number})`;
      taken.add(label);
      return { label, host };
    });
}
