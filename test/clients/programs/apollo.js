import { ApolloClient, ApolloLink, CombinedGraphQLErrors, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { SetContextLink } from '@apollo/client/link/context';
import { ErrorLink } from '@apollo/client/link/error';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import { from, switchMap } from 'rxjs';
import { journey } from './journey.js';
import { address, CHOOSE_THEME, HOSTS, ME, newToken, refresh, SAMPLES, socketAddress, tokens } from './service.js';

const socket = createClient({
  url: socketAddress,
  connectionParams: async () => ({ Authorization: `Bearer ${await newToken()}` }),
  retryAttempts: Infinity,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
  shouldRetry: () => true,
});

const refreshed = new ErrorLink(({ error, operation, forward }) => {
  if (!CombinedGraphQLErrors.is(error)) return undefined;
  if (!error.errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED')) return undefined;
  return from(refresh()).pipe(switchMap(() => forward(operation)));
});
const authorized = new SetContextLink(() => ({ headers: { authorization: `Bearer ${tokens.access}` } }));

const client = new ApolloClient({
  cache: new InMemoryCache({ typePolicies: { Query: { fields: { hosts: relayStylePagination() } } } }),
  link: ApolloLink.split(
    ({ operationType }) => operationType === 'subscription',
    new GraphQLWsLink(socket),
    ApolloLink.from([refreshed, authorized, new HttpLink({ uri: address })]),
  ),
});

await journey({
  query: async () => (await client.query({ query: gql(ME), fetchPolicy: 'network-only' })).data.me.username,
  mutate: async () => (await client.mutate({ mutation: gql(CHOOSE_THEME) })).data.changePreferences.theme,
  page: async () => {
    const hosts = client.watchQuery({ query: gql(HOSTS) });
    const watching = hosts.subscribe(() => {});
    let { pageInfo } = (await hosts.reobserve()).data.hosts;
    // The cache appends each page to those before it.
    while (pageInfo.hasNextPage) {
      ({ pageInfo } = (await hosts.fetchMore({ variables: { after: pageInfo.endCursor } })).data.hosts);
    }
    watching.unsubscribe();
    return client.readQuery({ query: gql(HOSTS) }).hosts.edges.map(({ node }) => node.name);
  },
  subscribe: (onSample, onEnd) =>
    client.subscribe({ query: gql(SAMPLES) }).subscribe({
      next: ({ data, error }) => (error ? onEnd(error) : onSample(data.metrics.sampledAt)),
      error: onEnd,
      complete: () => onEnd('complete'),
    }),
  close: () => process.exit(),
});
