import type { GraphQLFormattedError } from 'graphql';
import { CloseCode, MessageType, type Server } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { ReportFailure } from '../../../shared/errors/report-failure.js';
import type { Heartbeat } from '../../web/sockets/heartbeat.js';
import { send } from '../../web/sockets/send-text.js';
import { end, endIfStuck } from '../../web/sockets/socket-endings.js';
import type { Frame, PeerExtra } from '../connection-context.js';
import { SocketOperations } from './socket-operations.js';

const NORMAL_CLOSURE = 1000;

/** Connection details available to graphql-ws. */
export interface WebSocketExtra extends PeerExtra {
  readonly socket: WebSocket;
}

interface PeerDeps extends Omit<WebSocketExtra, 'operations' | 'frameOf'> {
  readonly server: Server<WebSocketExtra>;
  readonly heartbeat: Heartbeat;
  readonly tooManyOperations: () => readonly GraphQLFormattedError[];
  readonly report: ReportFailure;
}

/** Runs graphql-ws over one WebSocket. A socket error ends only that socket and is neither thrown nor logged. */
export function servePeer({ server, heartbeat, report, tooManyOperations, ...connection }: PeerDeps): void {
  const { socket } = connection;
  const operations = new SocketOperations({
    reject: (id) => void send(socket, JSON.stringify({ id, type: MessageType.Error, payload: tooManyOperations() })),
    close: (code, reason) => end(socket, code, reason),
  });
  socket.on('error', () => {});
  heartbeat.watch(socket);
  socket.on('ping', (data) => {
    if (socket.readyState === socket.OPEN && !endIfStuck(socket)) socket.pong(data);
  });
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (message) => send(socket, message),
      close: (code = NORMAL_CLOSURE, reason = '') => end(socket, code, reason),
      onMessage: (handle) => {
        socket.on('message', (data) => {
          // Ignores messages from clients that do not respond to the closing handshake.
          if (socket.readyState !== socket.OPEN || endIfStuck(socket)) return;
          operations.receive(String(data), handle).catch((error: unknown) => {
            report(error);
            end(socket, CloseCode.InternalServerError, 'Internal server error');
          });
        });
      },
    },
    { ...connection, operations, frameOf },
  );
  socket.once('close', (code, reason) => {
    closed(code, String(reason)).catch(report);
  });
}

function frameOf(id: string): Frame {
  return { head: `{"id":${JSON.stringify(id)},"type":"${MessageType.Next}","payload":`, tail: '}' };
}
