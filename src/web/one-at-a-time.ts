import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may send ahead of their answers. Browsers send none. */
const AHEAD_MAX = 20;

interface Line {
  readonly waiting: [IncomingMessage, ServerResponse][];
}

/**
 * Answers the requests of a connection one after another. Node begins them all at once: whoever sends thousands ahead
 * would have them all worked on, and what they hold would not be given back when the connection ends. Who sends more
 * ahead than anybody needs is cut off.
 */
export function oneAtATime(handler: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Line>();

  const answer = (line: Line, request: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      const next = request.socket.destroyed ? undefined : line.waiting.shift();
      if (next) answer(line, ...next);
      else lines.delete(request.socket);
    });
    handler(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line) {
      if (line.waiting.length >= AHEAD_MAX) socket.destroy();
      else line.waiting.push([request, response]);
      return;
    }
    const begun: Line = { waiting: [] };
    lines.set(socket, begun);
    answer(begun, request, response);
  };
}
