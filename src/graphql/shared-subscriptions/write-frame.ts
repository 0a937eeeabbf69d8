import type { PeerExtra } from '../websocket/connection-context.js';

const NOTHING = Buffer.alloc(0);

/**
 * Sends a frame that has been made already, past all that `ws` would do to make it. Between two calls `ws` has written
 * whole frames only, since nothing is compressed. Calls back as `send` resolves, but at once where the network has taken
 * the frame already: a callback of the stream would cost each subscriber a tick of the process.
 */
export function writeFrame({ socket, wire }: PeerExtra, frame: Buffer, done: () => void): void {
  if (socket.readyState === socket.OPEN) {
    wire.write(frame);
    if (wire.writableLength > 0) {
      wire.write(NOTHING, done);
      return;
    }
  }
  done();
}
