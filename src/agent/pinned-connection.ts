import { isIP } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { pinOf } from '../shared/public-key-pin.js';

/** Time limit for the handshake. */
const HANDSHAKE_MS = 10_000;

/** The hub has presented another key than the pinned one. */
export class OtherKey extends Error {
  constructor(readonly pin: string) {
    super(`its key is ${pin}`);
  }
}

type OnConnect = (error: Error | null, socket?: TLSSocket) => void;

/**
 * Returns a function for `createConnection` of an HTTP request that connects over TLS and hands the connection over
 * once the other side has proved that it has the pinned key, so that nothing is sent to anybody else. Names, dates and
 * issuers of the certificate do not matter.
 */
export function connectPinned(pin: string) {
  return ({ host, port }: ConnectionOptions, onConnect: OnConnect): undefined => {
    const servername = host === undefined || isIP(host) !== 0 ? '' : host;
    // The key is verified below.
    const socket = connect({ host, port, servername, rejectUnauthorized: false });
    const fail = (error: Error) => {
      socket.destroy();
      onConnect(error);
    };
    socket.setTimeout(HANDSHAKE_MS, () => fail(new Error('The hub is silent')));
    socket.once('error', fail);
    socket.once('secureConnect', () => {
      socket.setTimeout(0);
      socket.off('error', fail);
      const certificate = socket.getPeerX509Certificate();
      const found = certificate ? pinOf(certificate) : 'none';
      if (found !== pin) return fail(new OtherKey(found));
      onConnect(null, socket);
    });
  };
}
