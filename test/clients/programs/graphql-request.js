import { ClientError, GraphQLClient } from 'graphql-request';
import { createClient } from 'graphql-ws';
import { journey } from './journey.js';
import { address, CHOOSE_THEME, hostNames, ME, newToken, refresh, SAMPLES, socketAddress, tokens } from './service.js';

const client = new GraphQLClient(address, { headers: () => ({ Authorization: `Bearer ${tokens.access}` }) });

async function run(query, variables) {
  try {
    return await client.request(query, variables);
  } catch (error) {
    if (!(error instanceof ClientError && error.response.status === 401)) throw error;
    await refresh();
    return client.request(query, variables);
  }
}

// It has no subscriptions of its own.
const socket = createClient({
  url: socketAddress,
  connectionParams: async () => ({ Authorization: `Bearer ${await newToken()}` }),
  retryAttempts: Infinity,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
  shouldRetry: () => true,
});

await journey({
  query: async () => (await run(ME)).me.username,
  mutate: async () => (await run(CHOOSE_THEME)).changePreferences.theme,
  page: () => hostNames(run),
  subscribe: (onSample, onEnd) =>
    socket.subscribe(
      { query: SAMPLES },
      { next: ({ data }) => onSample(data.metrics.sampledAt), error: onEnd, complete: () => onEnd('complete') },
    ),
  close: () => socket.dispose(),
});
