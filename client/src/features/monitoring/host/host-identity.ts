import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';

/** Fetched once, because it does not change while the page is open. */
export const HostQuery = graphql(`
  query Host($host: ID) {
    host(id: $host) {
      id
      name
      intervalSeconds
      facts {
        hostname
        os
        kernel
        cpuModel
        cores
        bootedAt
        environment
        virtualisation
      }
    }
  }
`);

export type Host = NonNullable<ResultOf<typeof HostQuery>['host']>;

/** Facts that the host reports about itself. */
export type HostFacts = NonNullable<Host['facts']>;

/** Returns the host that the page is about; undefined until known. */
export function useHost(): Host | undefined {
  const [{ data }] = useQuery({ query: HostQuery, variables: { host: useShownHost() } });
  return data?.host ?? undefined;
}

/** Returns the system's environment, with its name if known: `máquina virtual KVM`. */
export function describeEnvironment({ environment, virtualisation }: HostFacts): string | undefined {
  const within = environments[environment];
  // The position of the name depends on the language; a missing name leaves its space behind, so trim it.
  return within && t(within, { name: virtualisation ?? '' }).trim();
}

/** Environments with a label; bare metal and unknown environments have none. */
const environments = {
  CONTAINER: 'ui.dashboard.container',
  VIRTUAL_MACHINE: 'ui.dashboard.virtualMachine',
  PHYSICAL: undefined,
  UNKNOWN: undefined,
} as const;
