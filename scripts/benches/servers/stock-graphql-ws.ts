/** Baseline of the push bench: graphql-ws set up as documented, with one execution per subscriber. */
import { EventEmitter, on } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';

const schema = buildSchema(`
  type Query { metrics: Metrics! }
  type Subscription { metrics: Metrics! }
  type Metrics {
    cpuPercent: Float!
    ramPercent: Float!
    ramTotal: Float!
    ramUsed: Float!
    memoryUsed: Float!
    memoryTotal: Float!
    sampledAt: String!
  }
`);

const topic = new EventEmitter().setMaxListeners(0);
let cpuPercent = 0;
let latest = sample();
setInterval(() => {
  latest = sample();
  topic.emit('sample', latest);
}, Number(process.env.METRICS_INTERVAL_MS));

function sample() {
  cpuPercent = (cpuPercent + 1) % 100;
  const sampledAt = new Date().toISOString();
  const sizes = { ramTotal: 15.62, ramUsed: 7.81, memoryUsed: 120.55, memoryTotal: 466.12 };
  return { metrics: { cpuPercent, ramPercent: 50, ...sizes, sampledAt } };
}

async function* samples() {
  yield latest;
  for await (const [next] of on(topic, 'sample')) yield next;
}

const server = createServer();
useServer({ schema, roots: { subscription: { metrics: samples } } }, new WebSocketServer({ server, path: '/graphql' }));
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
