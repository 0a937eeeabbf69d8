import type { IncomingMessage } from 'node:http';
import type { LiveSocket } from '../web/sockets/live-socket.js';

/** Text around a result, as JSON, that makes it a message of its protocol. */
export interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** Connection details available to the protocols' resolvers. */
export interface PeerExtra {
  readonly socket: LiveSocket;
  readonly request: IncomingMessage;
  readonly operations: { readonly count: number };
  /** Call this once the caller is known; the connection then no longer counts as unauthenticated. */
  readonly authenticated: () => void;
  /** Returns the frame for results of the operation with this id. */
  readonly frameOf: (id: string) => Frame;
}

/** A connection over WebSocket, as provided by graphql-ws, or an event stream. */
export interface ConnectionContext<Extra extends PeerExtra = PeerExtra> {
  readonly extra: Extra;
  /** Running operations by id; null until the operation has begun. */
  readonly subscriptions: Readonly<Record<string, AsyncIterable<unknown> | null>>;
}
