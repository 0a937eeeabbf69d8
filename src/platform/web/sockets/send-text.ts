import type { WebSocket } from 'ws';

/** Sends a text. Resolves when it has been handed to the network, or no longer can be because the connection closes. */
export function send(socket: WebSocket, message: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(message, () => resolve());
    else resolve();
  });
}
