import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { createClient } from 'graphql-ws';
import { journey } from './journey.js';
import { address, CHOOSE_THEME, HOSTS, ME, newToken, refresh, SAMPLES, socketAddress, tokens } from './service.js';

const socket = createClient({
  url: socketAddress,
  connectionParams: async () => ({ Authorization: `Bearer ${await newToken()}` }),
  retryAttempts: Infinity,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
  shouldRetry: () => true,
});

const client = new Client({
  url: address,
  exchanges: [
    cacheExchange({ resolvers: { Query: { hosts: relayPagination() } } }),
    authExchange(async (utils) => ({
      addAuthToOperation: (operation) => utils.appendHeaders(operation, { Authorization: `Bearer ${tokens.access}` }),
      didAuthError: (error) => error.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED'),
      refreshAuth: async () => void (await refresh()),
    })),
    fetchExchange,
    subscriptionExchange({
      forwardSubscription: ({ query = '', variables }) => ({
        subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink) }),
      }),
    }),
  ],
});

async function read(result) {
  const { data, error } = await result;
  if (error) throw error;
  return data;
}

await journey({
  query: async () => (await read(client.query(gql(ME), {}, { requestPolicy: 'network-only' }))).me.username,
  mutate: async () => (await read(client.mutation(gql(CHOOSE_THEME), {}))).changePreferences.theme,
  // The cache appends each page to those before it.
  page: async () => {
    let { hosts } = await read(client.query(gql(HOSTS), {}));
    while (hosts.pageInfo.hasNextPage) {
      hosts = (await read(client.query(gql(HOSTS), { after: hosts.pageInfo.endCursor }))).hosts;
    }
    return hosts.edges.map(({ node }) => node.name);
  },
  subscribe: (onSample, onEnd) =>
    client.subscription(gql(SAMPLES), {}).subscribe(({ data, error }) => {
      if (error) onEnd(error);
      else onSample(data.metrics.sampledAt);
    }),
  close: () => process.exit(),
});
