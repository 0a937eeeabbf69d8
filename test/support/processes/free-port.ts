import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that the system gives to outgoing connections (32768 and up): one of those would be taken by some
 * connection in the second that a program takes to listen on it.
 */
const FIRST = 11_000;
const LAST = 32_000;

/** Not the same number: a proxy that speaks HTTP/3 needs that UDP port itself. */
const RESERVATIONS_FROM = LAST;

/**
 * A port of this machine on which nothing listens. As long as this process runs it is given to nobody else: who has a
 * certain UDP port has it, whatever process that is.
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
