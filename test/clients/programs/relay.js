import { createClient } from 'graphql-ws';
import relay from 'relay-runtime';
import { journey } from './journey.js';
import { address, newToken, refresh, socketAddress, tokens } from './service.js';

const { commitMutation, Environment, fetchQuery, Network, Observable, RecordSource, requestSubscription, Store } =
  relay;

/** Returns a document that relay-compiler has compiled. */
async function compiled(name) {
  return (await import(`${process.env.COMPILED}/${name}.graphql.js`)).default;
}

async function post(query, variables) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.access}` },
    body: JSON.stringify({ query, variables }),
  });
  return { status: response.status, body: await response.json() };
}

async function send({ text }, variables) {
  const first = await post(text, variables);
  if (first.status !== 401) return first.body;
  await refresh();
  return (await post(text, variables)).body;
}

const socket = createClient({
  url: socketAddress,
  connectionParams: async () => ({ Authorization: `Bearer ${await newToken()}` }),
  retryAttempts: Infinity,
  retryWait: () => new Promise((resolve) => setTimeout(resolve, 200)),
  shouldRetry: () => true,
});
const subscribe = ({ text, name }, variables) =>
  Observable.create((sink) => socket.subscribe({ operationName: name, query: text, variables }, sink));

const environment = new Environment({
  network: Network.create(send, subscribe),
  store: new Store(new RecordSource()),
});

async function run(name, variables = {}) {
  const options = { networkCacheConfig: { force: true } };
  return fetchQuery(environment, await compiled(name), variables, options).toPromise();
}

const themeMutation = await compiled('documentsThemeMutation');
const samplesSubscription = await compiled('documentsSamplesSubscription');

await journey({
  query: async () => {
    const { node } = await run('documentsHostRefetchQuery', { id: '1' });
    if (!node) throw new Error('The machine of the service is not found by its id');
    return (await run('documentsMeQuery')).me.username;
  },
  mutate: () =>
    new Promise((resolve, reject) => {
      commitMutation(environment, {
        mutation: themeMutation,
        variables: {},
        onCompleted: ({ changePreferences }) => resolve(changePreferences.theme),
        onError: reject,
      });
    }),
  // The store appends each page to those before it.
  page: async () => {
    let { hosts } = await run('documentsHostsQuery');
    while (hosts.pageInfo.hasNextPage) {
      ({ hosts } = await run('documentsHostsQuery', { after: hosts.pageInfo.endCursor }));
    }
    return hosts.edges.map(({ node }) => node.name);
  },
  subscribe: (onSample, onEnd) =>
    requestSubscription(environment, {
      subscription: samplesSubscription,
      variables: {},
      onNext: ({ metrics }) => onSample(metrics.sampledAt),
      onError: onEnd,
      onCompleted: () => onEnd('complete'),
    }),
  close: () => process.exit(),
});
