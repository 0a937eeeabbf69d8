import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { t } from '../../../lib/i18n/t';
import { useShownHost } from '../shown-host';

/** Asked for once: it does not change while the page is open, but for a host that is not seen (`use-host-state.ts`). */
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

/** Which machine this is. */
export type Host = NonNullable<ResultOf<typeof HostQuery>['host']>;

/** What it says of itself. */
export type HostFacts = NonNullable<Host['facts']>;

/** The machine that the page is about; undefined until it is known. */
export function useHost(): Host | undefined {
  const [{ data }] = useQuery({ query: HostQuery, variables: { host: useShownHost() } });
  return data?.host ?? undefined;
}

/** What the system runs in, with its name where that is known: `máquina virtual KVM`. */
export function environmentOf({ environment, virtualisation }: HostFacts): string | undefined {
  const within = environments[environment];
  // Where it stands depends on the language; where there is none, its space stays.
  return within && t(within, { name: virtualisation ?? '' }).trim();
}

/** What runs the system: nothing is said of a machine of metal, nor where it is unknown. */
const environments = {
  CONTAINER: 'ui.dashboard.container',
  VIRTUAL_MACHINE: 'ui.dashboard.virtualMachine',
  PHYSICAL: undefined,
  UNKNOWN: undefined,
} as const;
