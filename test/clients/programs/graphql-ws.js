import { createClient } from 'graphql-ws';
import { journey } from './journey.js';
import { hostNames, ME, newToken, SAMPLES, socketAddress } from './service.js';

const client = createClient({
  url: socketAddress,
  connectionParams: async () => ({ Authorization: `Bearer ${await newToken()}` }),
  retryAttempts: Infinity,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
  shouldRetry: () => true,
});

async function run(query, variables = {}) {
  for await (const { data, errors } of client.iterate({ query, variables })) {
    if (errors) throw new AggregateError(errors);
    return data;
  }
}

await journey({
  query: async () => (await run(ME)).me.username,
  page: () => hostNames(run),
  subscribe: (onSample, onEnd) =>
    client.subscribe(
      { query: SAMPLES },
      { next: ({ data }) => onSample(data.metrics.sampledAt), error: onEnd, complete: () => onEnd('complete') },
    ),
  close: () => client.dispose(),
});
