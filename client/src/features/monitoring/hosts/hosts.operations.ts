import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/**
 * A page of the hosts, with the values shown until newer ones are pushed. Requesting a hundred hosts would exceed the
 * allowed cost.
 */
export const HostsQuery = graphql(`
  query Hosts($search: String, $tag: String, $state: HostState, $order: HostOrder!, $after: String) {
    hosts(search: $search, tag: $tag, state: $state, order: $order, first: 50, after: $after) {
      totalCount
      counts {
        live
        late
        away
        retired
        waiting
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

export type HostsPart = ResultOf<typeof HostsQuery>['hosts'];

export type ListedHost = HostsPart['nodes'][number];

export type HostCounts = HostsPart['counts'];

export type HostsVariables = Omit<VariablesOf<typeof HostsQuery>, 'after'>;

export const HostTagsQuery = graphql(`
  query HostTags {
    hostTags
  }
`);

/** Pushes the values of the visible hosts. */
export const HostsSubscription = graphql(`
  subscription VisibleHosts($ids: [ID!]!) {
    hosts(ids: $ids) {
      at
      rows
    }
  }
`);

/** The last hour of the visible hosts, minute by minute. */
export const SparklinesQuery = graphql(`
  query Sparklines($ids: [ID!]!) {
    hostSparklines(ids: $ids) {
      from
      hosts {
        host
        cpuPercent
        ramPercent
        diskPercent
        networkReceived
        networkSent
      }
    }
  }
`);

export type Sparklines = ResultOf<typeof SparklinesQuery>['hostSparklines'];

export const HostHeadQuery = graphql(`
  query HostHead($host: ID!) {
    host(id: $host) {
      id
      name
      tags
      state
      lastSeenAt
      clockSkewSeconds
      source
      version
      problem {
        message
        since
      }
    }
  }
`);

export type HostHead = NonNullable<ResultOf<typeof HostHeadQuery>['host']>;
