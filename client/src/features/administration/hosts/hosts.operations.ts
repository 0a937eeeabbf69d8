import { graphql, type ResultOf } from 'gql.tada';

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
        hasAgent
        lastSeenAt
        version
      }
      pageInfo {
        endCursor
        hasNextPage
      }
    }
  }
`);

export type AdministeredHost = ResultOf<typeof HostsQuery>['hosts']['nodes'][number];

/** Reports whether the first sample has arrived, and which machine sent it. */
export const NewHostQuery = graphql(`
  query NewHost($id: ID!) {
    host(id: $id) {
      id
      lastSeenAt
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

/** Adds a host and returns its agent's token. */
export const AddHost = graphql(`
  mutation AddHost($name: String!, $tags: [String!]) {
    addHost(name: $name, tags: $tags) {
      token
      host {
        id
        name
      }
    }
  }
`);

/** A host with its token, which is shown only once. */
export type HostWithToken = { readonly [Part in 'host' | 'token']: NonNullable<AddedHost[Part]> };

type AddedHost = ResultOf<typeof AddHost>['addHost'];

/** Returns an added host with its token; undefined if it has none. */
export function withToken({ host, token }: AddedHost): HostWithToken | undefined {
  return host && token !== null ? { host, token } : undefined;
}

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

/** Replaces the agent's token. */
export const RenewToken = graphql(`
  mutation RenewHostToken($id: ID!) {
    renewHostToken(id: $id) {
      token
      host {
        id
        name
      }
    }
  }
`);

/** Marks an operation as affecting hosts so that urql refetches them. */
export const ABOUT_HOSTS = { additionalTypenames: ['Host'] };
