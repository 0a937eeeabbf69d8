import type { WebSocket } from 'ws';
import type { Clock } from '../../shared/clock.js';
import type { Viewer } from '../../shared/viewer.js';
import type { ConnectionContext } from './websocket-peer.js';

/** A connection whose caller is known. */
interface Connection {
  /** Counts the connections of this process. */
  readonly number: number;
  readonly viewer: Viewer;
  readonly address: string;
  /** Since when the caller is known. */
  readonly since: Date;
  readonly context: ConnectionContext;
}

/** What staff see of an open connection. */
export interface OpenConnection extends Pick<Connection, 'number' | 'viewer' | 'address' | 'since'> {
  /** Operations under way. */
  readonly subscriptions: number;
}

/** The WebSockets that are open in this process and whose callers are known. */
export class Connections {
  readonly #connections = new Map<WebSocket, Connection>();
  #count = 0;

  constructor(private readonly clock: Pick<Clock, 'now'>) {}

  add(context: ConnectionContext, viewer: Viewer, address: string): void {
    this.#count += 1;
    const connection = { number: this.#count, viewer, address, since: this.clock.now(), context };
    this.#connections.set(context.extra.socket, connection);
  }

  remove(socket: WebSocket): void {
    this.#connections.delete(socket);
  }

  /** Who opened a connection; undefined when it has not authenticated, or is gone. */
  viewerOf(socket: WebSocket): Viewer | undefined {
    return this.#connections.get(socket)?.viewer;
  }

  /** Each connection with who opened it. */
  *[Symbol.iterator](): Generator<{ readonly socket: WebSocket; readonly viewer: Viewer }> {
    for (const [socket, { viewer }] of this.#connections) yield { socket, viewer };
  }

  /** What is open now, the newest first. */
  list(): OpenConnection[] {
    return [...this.#connections.values()].reverse().map(({ number, viewer, address, since, context }) => {
      return { number, viewer, address, since, subscriptions: context.extra.operations.count };
    });
  }
}
