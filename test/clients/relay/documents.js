import { graphql } from 'relay-runtime';

/** Documents of `programs/relay.js`, for relay-compiler. */
export const documents = [
  graphql`
    query documentsMeQuery {
      me {
        id
        username
      }
    }
  `,
  graphql`
    mutation documentsThemeMutation {
      changePreferences(theme: DARK) {
        theme
      }
    }
  `,
  graphql`
    subscription documentsSamplesSubscription {
      metrics {
        sampledAt
      }
    }
  `,
  graphql`
    query documentsHostsQuery($after: String) {
      hosts(first: 100, after: $after) @connection(key: "documents_hosts") {
        edges {
          node {
            name
            ...documents_host
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  `,
  graphql`
    fragment documents_host on Host @refetchable(queryName: "documentsHostRefetchQuery") {
      name
      state
    }
  `,
];
