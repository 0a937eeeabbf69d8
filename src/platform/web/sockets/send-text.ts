import type { LiveSocket } from './live-socket.js';

/** Sends a message. Resolves once it has been handed to the network, or the connection turns out to be closing. */
export function send(socket: LiveSocket, message: string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.readyState === socket.OPEN) socket.send(message, () => resolve());
    else resolve();
  });
}
