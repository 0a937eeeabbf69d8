import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { AtTheEnd } from '../at-the-end.js';
import { freePort } from '../processes/free-port.js';
import { POSTGRESQL } from './postgresql-server.js';

/** A network between a node and PostgreSQL that a test can break. */
export interface DatabaseProxy {
  readonly port: number;
  /** Returns a database URL that leads through this network. */
  through(url: string): string;
  /**
   * Silently stops all traffic in both directions, as if a cable had been pulled. With a name, affects only present and
   * future connections of programs with that `application_name`.
   */
  hang(applicationName?: string): void;
  /** Ends all connections and refuses new ones, as if the server were down. */
  refuse(): Promise<void>;
  /** Ends all connections once; new ones succeed. */
  cut(): void;
  /** Lets new connections succeed again. Hanging ones stay hung, since lost bytes do not come back. */
  heal(): Promise<void>;
}

/** Starts such a network, which runs until the end of the test. */
export async function startDatabaseProxy(atTheEnd: AtTheEnd = onTestFinished): Promise<DatabaseProxy> {
  const pairs = new Set<Pair>();
  let hangs: ((pair: Pair) => boolean) | undefined;
  const port = await freePort();
  let server: Server | undefined;

  const pass = (client: Socket) => {
    const upstream = connect(POSTGRESQL.port, POSTGRESQL.host);
    const pair: Pair = { sockets: [client, upstream], greeting: '' };
    pairs.add(pair);
    const end = () => {
      // On a hung network, neither side learns that the other has closed.
      if (pairs.delete(pair)) for (const socket of pair.sockets) socket.destroy();
    };
    for (const socket of pair.sockets) socket.on('error', () => {}).on('close', end);
    client.once('data', (data) => {
      pair.greeting = data.toString('latin1');
      if (hangs?.(pair)) stopFlow(pair);
    });
    client.pipe(upstream).pipe(client);
    if (hangs?.(pair)) stopFlow(pair);
  };
  const listen = async () => {
    server = createServer(pass).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = () => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
    pairs.clear();
  };
  const refuse = async () => {
    const closed = server?.listening ? once(server, 'close') : undefined;
    server?.close();
    cut();
    await closed;
  };

  await listen();
  atTheEnd(refuse);
  return {
    port,
    through(address) {
      const url = new URL(address);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href;
    },
    hang(applicationName = '') {
      hangs = ({ greeting }) => greeting.includes(applicationName);
      for (const pair of pairs) if (hangs(pair)) stopFlow(pair);
    },
    refuse,
    cut,
    async heal() {
      hangs = undefined;
      if (!server?.listening) await listen();
    },
  };
}

interface Pair {
  /** The node's socket and the one to PostgreSQL. */
  readonly sockets: readonly [Socket, Socket];
  /** The node's first bytes; empty until they arrive. */
  greeting: string;
}

function stopFlow({ sockets }: Pair): void {
  for (const socket of sockets) socket.unpipe().pause();
}
