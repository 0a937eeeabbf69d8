import { graphql, type ResultOf } from 'gql.tada';
import { useQuery } from 'urql';
import { useShownHost } from '../shown-host';

/** Fetched once, because it does not change while the page is open. */
export const HostQuery = graphql(`
  query Host($host: ID) {
    host(id: $host) {
      id
      name
      source
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
