import type { IncomingMessage } from 'node:http';
import type { Context } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { SocketOperations } from './websocket/socket-operations.js';

/** What a resolver of the protocol may know of the connection. */
export interface PeerExtra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly operations: SocketOperations;
  /** Called when the caller is known: the connection counts no longer among those that have not authenticated. */
  readonly authenticated: () => void;
}

/** A connection as graphql-ws hands it over, with what was sent at `connection_init`. */
export type ConnectionContext = Context<Record<string, unknown>, PeerExtra>;
