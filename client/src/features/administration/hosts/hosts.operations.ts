import { graphql, type ResultOf, type VariablesOf } from 'gql.tada';

/** A page of hosts; `state` selects the retired ones. */
export const HostsQuery = graphql(`
  query AdministeredHosts($after: String, $search: String, $state: HostState) {
    hosts(first: 25, after: $after, search: $search, state: $state, order: NAME) {
      nodes {
        id
        name
        tags
        state
        isOwn
        source
        problem {
          message
        }
        isOutdated
        lastSeenAt
        version
        scrape {
          url
          intervalSeconds
          username
          hasBearerToken
          hasCaCertificate
        }
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type AdministeredHost = ResultOf<typeof HostsQuery>['hosts']['nodes'][number];

/** Names the agents that are older than the service, and the line that upgrades them. */
export const OutdatedAgentsQuery = graphql(`
  query OutdatedAgents {
    hosts(isOutdated: true, first: 10, order: NAME) {
      totalCount
      nodes {
        id
        name
        version
      }
    }
    agentHub {
      installCommand
    }
  }
`);

/** How machines reach this service. */
export const AgentHubQuery = graphql(`
  query AgentHub {
    agentHub {
      url
      pin
      installCommand
    }
  }
`);

export type AgentHub = ResultOf<typeof AgentHubQuery>['agentHub'];

/** Reports whether the first sample has arrived, and which machine sent it. */
export const NewHostQuery = graphql(`
  query NewHost($id: ID!) {
    host(id: $id) {
      id
      lastSeenAt
      problem {
        message
      }
      facts {
        hostname
        os
      }
    }
  }
`);

/** Pushes a message as soon as the host sends a sample. */
export const NewHostSubscription = graphql(`
  subscription NewHostSends($ids: [ID!]!) {
    hosts(ids: $ids) {
      rows
    }
  }
`);

/** Adds a host or a collector, and returns its token if it has one. */
export const AddHost = graphql(`
  mutation AddHost($kind: HostKind!, $name: String!, $tags: [String!], $scrape: ScrapeInput) {
    addHost(kind: $kind, name: $name, tags: $tags, scrape: $scrape) {
      token
      host {
        id
        name
        source
      }
      collector {
        id
        name
      }
    }
  }
`);

export type HostKind = VariablesOf<typeof AddHost>['kind'];
export type ScrapeInput = NonNullable<VariablesOf<typeof AddHost>['scrape']>;

/** A new host or collector, or one with a new token, which is shown only once. */
export type HostToken = ResultOf<typeof AddHost>['addHost'];

/** Changes the display name. */
export const RenameHost = graphql(`
  mutation RenameHost($id: ID!, $name: String!) {
    renameHost(id: $id, name: $name) {
      id
      name
    }
  }
`);

/** Replaces all tags. */
export const SetHostTags = graphql(`
  mutation SetHostTags($id: ID!, $tags: [String!]!) {
    setHostTags(id: $id, tags: $tags) {
      id
      tags
    }
  }
`);

/** Stops measuring a host. */
export const RetireHost = graphql(`
  mutation RetireHost($id: ID!) {
    retireHost(id: $id) {
      id
      state
    }
  }
`);

/** Replaces the token of the host's agent or SDK. */
export const RenewToken = graphql(`
  mutation RenewHostToken($id: ID!) {
    renewHostToken(id: $id) {
      token
      host {
        id
        name
        source
      }
      collector {
        id
        name
      }
    }
  }
`);

/** Shows what an address would tell, without adding it. */
export const ScrapePreview = graphql(`
  mutation ScrapePreview(
    $url: String!
    $bearerToken: String
    $basicAuth: BasicAuthInput
    $caCertificate: String
    $host: ID
  ) {
    scrapePreview(
      url: $url
      bearerToken: $bearerToken
      basicAuth: $basicAuth
      caCertificate: $caCertificate
      host: $host
    ) {
      version
      problem {
        message
      }
      facts {
        hostname
        os
      }
      metrics {
        cpuPercent
        ramPercent
        diskPercent
        networkReceived
        networkSent
      }
    }
  }
`);

export type Preview = ResultOf<typeof ScrapePreview>['scrapePreview'];

/** Replaces the address of a host that the service reads, and its credentials. */
export const SetHostScrape = graphql(`
  mutation SetHostScrape($id: ID!, $scrape: ScrapeInput!) {
    setHostScrape(id: $id, scrape: $scrape) {
      id
    }
  }
`);

export const CollectorsQuery = graphql(`
  query Collectors {
    collectors {
      id
      name
      tags
      createdAt
      retiredAt
    }
  }
`);

export type Collector = ResultOf<typeof CollectorsQuery>['collectors'][number];

export const RenewCollectorToken = graphql(`
  mutation RenewCollectorToken($id: ID!) {
    renewCollectorToken(id: $id) {
      token
      host {
        id
        name
        source
      }
      collector {
        id
        name
      }
    }
  }
`);

export const RetireCollector = graphql(`
  mutation RetireCollector($id: ID!) {
    retireCollector(id: $id) {
      id
      retiredAt
    }
  }
`);

/** Marks an operation as affecting hosts so that urql refetches them. */
export const ABOUT_HOSTS = { additionalTypenames: ['Host'] };

/** Marks an operation as affecting collectors. */
export const ABOUT_COLLECTORS = { additionalTypenames: ['Collector'] };
