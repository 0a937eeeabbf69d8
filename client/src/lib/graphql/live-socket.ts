import { type Client, createClient, type FormattedExecutionResult, type Sink, type SubscribePayload } from 'graphql-ws';
import type { Store } from '../state/store';
import { CONNECTING, type Connection, LIVE } from './connection';
import { createReconnection, type Reconnection } from './reconnection';

/** A proxy without WebSocket support may never answer the upgrade. */
const CONNECTED_WITHIN_MS = 8_000;
const ACKNOWLEDGED_WITHIN_MS = 10_000;
const PING_EVERY_MS = 10_000;
const PONG_WITHIN_MS = 5_000;
/** Long enough for the next page to take over the socket. */
const IDLE_CLOSE_MS = 3_000;
const NORMAL_CLOSURE = 1000;
const FORBIDDEN = 4403;

type Json = Record<string, unknown>;

/** Receives the results of a subscription, which never completes. */
export type ResultSink = Pick<Sink<FormattedExecutionResult>, 'next'>;

/** One WebSocket for all subscriptions of the page. */
export interface LiveSocket {
  /** The bare client, whose subscriptions end when the server ends them. */
  client: Client;
  /** Subscribes until the returned function is called; subscriptions that end early are restarted. */
  subscribe(payload: SubscribePayload, sink: ResultSink): () => void;
}

/**
 * Opens the socket with the first subscription and keeps it open: a lost, frozen or rejected connection is retried
 * forever with growing delays, reported by `connection`. Only closure code 4403, which means that the session has ended
 * (contract 4), calls `onSignedOut` instead.
 */
export function createLiveSocket(path: string, connection: Store<Connection>, onSignedOut: () => void): LiveSocket {
  const reconnection = createReconnection(connection);
  const client = createClient({
    url: location.origin.replace(/^http/, 'ws') + path,
    connectionAckWaitTimeout: ACKNOWLEDGED_WITHIN_MS,
    keepAlive: PING_EVERY_MS,
    lazyCloseTimeout: IDLE_CLOSE_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: (failures) => reconnection.wait(failures),
    shouldRetry: (failure) => !isForbidden(failure),
  });
  client.on('connected', () => {
    reconnection.succeeded();
    connection.set(LIVE);
  });
  client.on('closed', (event) => {
    if (isForbidden(event)) onSignedOut();
    else if (hasCode(event, NORMAL_CLOSURE)) connection.set(CONNECTING);
  });
  endUnansweredUpgrades(client);
  endFrozenConnections(client);
  return {
    client,
    subscribe: (payload, sink) => subscribeForever({ client, connection, reconnection }, payload, sink),
  };
}

function endUnansweredUpgrades(client: Client): void {
  let deadline: ReturnType<typeof setTimeout>;
  client.on('connecting', () => {
    deadline = setTimeout(() => client.terminate(), CONNECTED_WITHIN_MS);
  });
  client.on('opened', () => clearTimeout(deadline));
  client.on('closed', () => clearTimeout(deadline));
}

/** Detects a peer that vanished silently by its missing pong. */
function endFrozenConnections(client: Client): void {
  let deadline: ReturnType<typeof setTimeout>;
  client.on('ping', (received) => {
    if (!received) deadline = setTimeout(() => client.terminate(), PONG_WITHIN_MS);
  });
  client.on('pong', (received) => {
    if (received) clearTimeout(deadline);
  });
  client.on('closed', () => clearTimeout(deadline));
}

/** Restarts subscriptions, because graphql-ws gives up after some closures and when the server ends an operation. */
function subscribeForever(
  { client, connection, reconnection }: { client: Client; connection: Store<Connection>; reconnection: Reconnection },
  payload: SubscribePayload,
  sink: ResultSink,
): () => void {
  let failures = 0;
  let forbidden = false;
  let unsubscribed = false;
  let stop = () => {};

  const start = () => {
    if (unsubscribed) return;
    stop = client.subscribe<Json, Json>(payload, {
      next(result) {
        failures = 0;
        forbidden = result.errors?.some(({ extensions }) => extensions?.code === 'FORBIDDEN') ?? false;
        connection.set(LIVE);
        sink.next(result);
      },
      error(failure) {
        if (!isForbidden(failure)) restart();
      },
      // Retrying would not help a user without permission.
      complete: () => forbidden || restart(),
    });
  };
  const restart = () => {
    if (!unsubscribed) reconnection.wait(failures++).then(start);
  };

  start();
  return () => {
    unsubscribed = true;
    stop();
  };
}

function isForbidden(failure: unknown): boolean {
  return hasCode(failure, FORBIDDEN);
}

function hasCode(failure: unknown, code: number): boolean {
  return typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === code;
}
