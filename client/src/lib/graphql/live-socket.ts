import { type Client, createClient, type FormattedExecutionResult, type Sink, type SubscribePayload } from 'graphql-ws';
import type { Store } from '../state/store';
import { CONNECTING, type Connection, LIVE } from './connection';
import { isHealthy } from './is-healthy';
import { createReconnection } from './reconnection';
import { retryDelay } from './retry-delay';

/** A proxy without WebSocket support may never respond to the upgrade. */
const CONNECTED_WITHIN_MS = 5_000;
const ACKNOWLEDGED_WITHIN_MS = 10_000;
/** Together with the health check that follows, this reveals a frozen server within 13 s (contract 4). */
const PING_EVERY_MS = 5_000;
const PONG_WITHIN_MS = 4_000;
/** A silence longer than pings allow means that the machine has slept, and the page must no longer claim to be live. */
const SLEPT_MS = 15_000;
/** Long enough for the next page to take over the socket. */
const IDLE_CLOSE_MS = 3_000;
const NORMAL_CLOSURE = 1000;
/** Nobody is signed in when the socket opens, or no longer. */
const SIGNED_OUT = [4401, 4403];

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
 * Opens the socket with the first subscription and keeps it open. A lost, frozen or rejected connection is retried
 * forever, whenever the server responds, and `connection` reports its state. Only close codes 4401 and 4403, which mean
 * that the session has ended (contract 4), call `onSignedOut` instead.
 */
export function createLiveSocket(path: string, connection: Store<Connection>, onSignedOut: () => void): LiveSocket {
  const reconnection = createReconnection(connection, isHealthy);
  const client = createClient({
    url: location.origin.replace(/^http/, 'ws') + path,
    connectionAckWaitTimeout: ACKNOWLEDGED_WITHIN_MS,
    keepAlive: PING_EVERY_MS,
    lazyCloseTimeout: IDLE_CLOSE_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: () => reconnection.wait(),
    shouldRetry: (failure) => !isSignOut(failure),
  });
  let isOpen = false;
  client.on('connected', () => {
    isOpen = true;
    reconnection.succeeded();
    connection.set(LIVE);
  });
  client.on('message', () => reconnection.heard());
  client.on('closed', (event) => {
    isOpen = false;
    if (isSignOut(event)) onSignedOut();
    else if (hasCode(event, NORMAL_CLOSURE)) connection.set(CONNECTING);
  });
  endUnansweredUpgrades(client);
  endFrozenConnections(client, connection);
  const restartable = (failures: number) => (isOpen ? pause(retryDelay(failures)) : reconnection.wait());
  return {
    client,
    subscribe: (payload, sink) => subscribeForever({ client, connection, restartable }, payload, sink),
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

/** Detects a peer that vanished silently because it doesn't respond to a ping. */
function endFrozenConnections(client: Client, connection: Store<Connection>): void {
  let socket: WebSocket | undefined;
  let heardAt = Date.now();
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const expectAnswer = () => {
    deadline ??= setTimeout(() => client.terminate(), PONG_WITHIN_MS);
  };
  const forget = () => {
    clearTimeout(deadline);
    deadline = undefined;
  };
  client.on('opened', (opened) => {
    socket = opened as WebSocket;
    heardAt = Date.now();
  });
  client.on('ping', (received) => received || expectAnswer());
  client.on('message', () => {
    heardAt = Date.now();
    forget();
    if (connection.get() === WOKEN) connection.set(LIVE);
  });
  client.on('closed', () => {
    socket = undefined;
    forget();
  });
  const ask = () => {
    if (document.hidden || socket?.readyState !== WebSocket.OPEN) return;
    if (connection.get() === LIVE && Date.now() - heardAt > SLEPT_MS) connection.set(WOKEN);
    socket.send('{"type":"ping"}');
    expectAnswer();
  };
  document.addEventListener('visibilitychange', ask);
  for (const event of ['online', 'offline', 'pageshow']) window.addEventListener(event, ask);
  onWaking(ask);
}

/** The state after sleep, until the server has responded. */
const WOKEN: Connection = { state: 'connecting' };

const TICK_MS = 2_000;

/** Calls `woken` when timers have stopped for a while, as they do when a laptop sleeps. */
function onWaking(woken: () => void): void {
  let before = Date.now();
  setInterval(() => {
    const now = Date.now();
    if (now - before > SLEPT_MS) woken();
    before = now;
  }, TICK_MS);
}

interface Restarting {
  client: Client;
  connection: Store<Connection>;
  /**
   * Waits until an operation may be restarted: the server may have ended only this one, or the connection may be down.
   */
  restartable(failures: number): Promise<void>;
}

/** Restarts subscriptions, because graphql-ws gives up after some close codes and when the server ends an operation. */
function subscribeForever(
  { client, connection, restartable }: Restarting,
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
        if (!isSignOut(failure)) restart();
      },
      // Retrying would not help a user who lacks permission.
      complete: () => forbidden || restart(),
    });
  };
  const restart = () => {
    if (!unsubscribed) void restartable(failures++).then(start);
  };

  start();
  return () => {
    unsubscribed = true;
    stop();
  };
}

function isSignOut(failure: unknown): boolean {
  return SIGNED_OUT.some((code) => hasCode(failure, code));
}

function hasCode(failure: unknown, code: number): boolean {
  return typeof failure === 'object' && failure !== null && 'code' in failure && failure.code === code;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
