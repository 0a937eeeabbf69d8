import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema } from 'graphql';
import { onTestFinished } from 'vitest';
import { Connections } from '../../../src/platform/graphql/connections/connections.js';
import { LiveConnections } from '../../../src/platform/graphql/connections/live-connections.js';
import type { GraphQLContext } from '../../../src/platform/graphql/context.js';
import { EventStreamTransport } from '../../../src/platform/graphql/event-stream/event-stream-transport.js';
import { createGraphQLEngine } from '../../../src/platform/graphql/graphql-engine.js';
import { TopicPubSub } from '../../../src/platform/graphql/pub-sub.js';
import { WebSocketTransport } from '../../../src/platform/graphql/websocket/websocket-transport.js';
import { ALL_MACHINES } from '../../../src/shared/identity/machine-access.js';
import type { Viewer } from '../../../src/shared/identity/viewer.js';
import { DEFAULT_UNITS } from '../../../src/shared/units/units.js';
import { EventStream } from './event-stream.js';
import { RawSubscriber } from './raw-subscriber.js';

/** Source that the fields of the schema below subscribe to. */
type Source = (context: GraphQLContext) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;

export function viewerNamed(username: string): Viewer {
  return {
    userId: username.length,
    username,
    firstName: 'Ana',
    email: 'ana@example.com',
    lacksSecondFactor: false,
    role: username === 'staff' ? 'STAFF' : 'MEMBER',
    isStaff: username === 'staff',
    ...ALL_MACHINES,
    dateJoined: new Date(),
    lastLogin: null,
    preferences: { language: null, theme: 'auto', ...DEFAULT_UNITS },
    credential: { kind: 'token', version: 0, expiresAt: new Date(8e15) },
  };
}

/** Starts both live transports, WebSocket and event streams, with one subscription, `events`, whose viewer is named by the client. */
export async function startLiveTransports(source: Source, extensions: object) {
  const schema = buildSchema('type Query { a: Int } type Subscription { events: String }');
  const field = schema.getSubscriptionType()?.getFields().events;
  if (!field) throw new Error('The schema has the field');
  const counts = { begun: 0, executed: 0 };
  field.extensions = extensions as typeof field.extensions;
  field.subscribe = (_source, _args, context) => {
    counts.begun += 1;
    return source(context);
  };
  field.resolve = async (event, _args, context: GraphQLContext) => {
    counts.executed += 1;
    return typeof event === 'function' ? event(context) : event;
  };
  const reported: unknown[] = [];
  const report = (error: unknown) => `failure ${reported.push(error)}`;
  const identifyGuest = async () => null;
  const addressOf = () => '127.0.0.1';
  const live = new LiveConnections({
    ...createGraphQLEngine(schema),
    identifyGuest,
    review: async (viewers) => new Map([...viewers].map((viewer) => [viewer, 'holds'])),
    connections: new Connections({ clock: { now: () => new Date() }, nodeId: 'test' }),
    detectLanguage: () => 'en',
    addressOf,
    now: () => new Date(),
    report,
  });
  const webSocket = new WebSocketTransport({
    schema,
    live,
    identify: async (_upgrade: IncomingMessage, token = '') => viewerNamed(token),
    identifyGuest,
    readGuestKey: () => undefined,
    explainUnknown: () => 'missing',
    addressOf,
    report,
    reject: (socket) => void socket.destroy(),
  });
  const streams = new EventStreamTransport({
    live,
    identify: async ({ headers }) => viewerNamed(String(headers.authorization)),
    identifyGuest,
  });
  const answer: RequestListener = (request, response) =>
    void streams.answer(request, response, { query: 'subscription { events }' });
  const server = createServer(answer).on('upgrade', (request, socket, head) => webSocket.accept(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await webSocket.stop();
    await streams.stop();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const subscribe = async (username: string) => {
    const subscriber = await RawSubscriber.open(baseUrl, username);
    subscriber.subscribe('1', { query: 'subscription { events }' });
    return subscriber;
  };
  const stream = (username: string) => EventStream.open(baseUrl, { headers: { authorization: username } });
  return { live, server, subscribe, stream, counts, reported };
}

/** Creates a source that the test feeds. */
export function createSource() {
  const pubSub = new TopicPubSub();
  return { publish: (event: unknown) => pubSub.publish('topic', event), source: () => pubSub.subscribe('topic') };
}

/** Returns the message with a result of the subscription `1`. */
export const next = (events: unknown) => ({ id: '1', type: 'next', payload: { data: { events } } });
