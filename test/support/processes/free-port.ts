import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Range of ports to choose from, below those that the system assigns to outgoing connections (32768 and up). Another
 * connection could take one of those in the second before a program listens on it.
 */
const FIRST = 11_000;
const LAST = 32_000;

/**
 * Offset between a port and its reservation. The port itself is not used, since a proxy that speaks HTTP/3 needs that
 * UDP port.
 */
const RESERVATIONS_FROM = LAST;

/**
 * Returns a port on this machine that nothing is listening on. Holding a corresponding UDP port reserves it across
 * processes for as long as this process runs.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    if ((await isReserved(port)) && (await isFree(port))) return port;
  }
}

async function isReserved(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  socket.bind({ port: port - FIRST + RESERVATIONS_FROM, address: '127.0.0.1', exclusive: true });
  return begins(socket);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  if (!(await begins(server))) return false;
  server.close();
  await once(server, 'close');
  return true;
}

async function begins(socket: NodeJS.EventEmitter): Promise<boolean> {
  try {
    await once(socket, 'listening');
    return true;
  } catch {
    return false;
  }
}
