import { graphql, type ResultOf } from 'gql.tada';

/** A page of the hosts; with `state` those that are retired. */
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

/** A host of the list. */
export type AdministeredHost = ResultOf<typeof HostsQuery>['hosts']['nodes'][number];

/** Whether its first sample has come, and who it is. */
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

/** Tells at once that it sends. */
export const NewHostSubscription = graphql(`
  subscription NewHostSends($ids: [ID!]!) {
    hosts(ids: $ids) {
      rows
    }
  }
`);

/** Adds a host, and gives the token of its agent. */
export const AddHost = graphql(`
  mutation AddHost($name: String!, $tags: [String!]) {
    hostAdd(name: $name, tags: $tags) {
      token
      host {
        id
        name
      }
    }
  }
`);

/** A host with the token that is shown this once. */
export type HostWithToken = ResultOf<typeof AddHost>['hostAdd'];

/** Changes what people call it. */
export const RenameHost = graphql(`
  mutation RenameHost($id: ID!, $name: String!) {
    hostRename(id: $id, name: $name) {
      id
      name
    }
  }
`);

/** Changes all of its tags. */
export const SetHostTags = graphql(`
  mutation SetHostTags($id: ID!, $tags: [String!]!) {
    hostSetTags(id: $id, tags: $tags) {
      id
      tags
    }
  }
`);

/** Ends the measuring of a host. */
export const RetireHost = graphql(`
  mutation RetireHost($id: ID!) {
    hostRetire(id: $id) {
      id
      state
    }
  }
`);

/** Replaces the token of its agent. */
export const RenewToken = graphql(`
  mutation RenewHostToken($id: ID!) {
    hostNewToken(id: $id) {
      token
      host {
        id
        name
      }
    }
  }
`);

/** Marks an operation as one about the hosts, so that urql fetches them again. */
export const ABOUT_HOSTS = { additionalTypenames: ['Host'] };
