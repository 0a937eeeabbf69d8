import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** A part of the hosts, with the figures that are shown until others are pushed. A hundred would cost more than is allowed. */
export const HostsQuery = graphql(`
  query Hosts($search: String, $tag: String, $state: HostState, $order: HostOrder!, $after: String) {
    hosts(search: $search, tag: $tag, state: $state, order: $order, first: 50, after: $after) {
      totalCount
      counts {
        live
        late
        away
        retired
      }
      nodes {
        id
        name
        tags
        state
        isOwn
        lastSeenAt
        newest {
          cpuPercent
          ramPercent
          diskPercent
          networkReceived
          networkSent
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

/** A part of the hosts. */
export type HostsPart = ResultOf<typeof HostsQuery>['hosts'];

/** A host of the list. */
export type ListedHost = HostsPart['nodes'][number];

/** How many there are in each state. */
export type HostCounts = HostsPart['counts'];

/** What the list is asked for. */
export type HostsVariables = Omit<VariablesOf<typeof HostsQuery>, 'after'>;

/** Every tag that a host has. */
export const HostTagsQuery = graphql(`
  query HostTags {
    hostTags
  }
`);

/** The figures of the hosts that are in sight. */
export const HostsSubscription = graphql(`
  subscription VisibleHosts($ids: [ID!]!) {
    hosts(ids: $ids) {
      at
      rows
    }
  }
`);

/** One host, as the head of its page shows it. */
export const HostHeadQuery = graphql(`
  query HostHead($host: ID!) {
    host(id: $host) {
      id
      name
      tags
      state
      lastSeenAt
      clockSkewSeconds
      version
    }
  }
`);

/** What the head of a host's page shows. */
export type HostHead = NonNullable<ResultOf<typeof HostHeadQuery>['host']>;
