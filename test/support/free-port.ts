import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below those that the system gives to outgoing connections (32768 and up): one of these would be taken by some
 * connection in the second that a program takes to listen on it. Each worker of the tests has a range of its own.
 */
const FIRST = 11_000;
const PORTS_OF_WORKER = 1000;
const WORKERS = 21;

let asked = process.pid;

/** A port of this machine on which nothing listens, and on which nothing else will begin to. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS;
  for (let tries = 0; tries < PORTS_OF_WORKER; tries += 1) {
    asked += 1;
    const port = FIRST + worker * PORTS_OF_WORKER + (asked % PORTS_OF_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error('No port of this machine is free');
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
