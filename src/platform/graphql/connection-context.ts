import type { IncomingMessage } from 'node:http';
import type { Context } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { SocketOperations } from './websocket/socket-operations.js';

/** Connection details available to the protocol's resolvers. */
export interface PeerExtra {
  readonly socket: WebSocket;
  readonly request: IncomingMessage;
  readonly operations: SocketOperations;
  /** Call this once the caller is known; the connection then no longer counts as unauthenticated. */
  readonly authenticated: () => void;
}

/** Connection as provided by graphql-ws, with the payload of `connection_init`. */
export type ConnectionContext = Context<Record<string, unknown>, PeerExtra>;
