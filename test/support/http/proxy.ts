import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from '../processes/free-port.js';

/** A proxy between a browser and the service that can be cut, and can reject WebSockets as some real proxies do. */
export interface Proxy {
  readonly baseUrl: string;
  /** Closes open sockets and rejects upgrades with 403 from now on. */
  blockSockets(): void;
  allowSockets(): void;
  /** Refuses connections, as if the service were down. */
  cut(): Promise<void>;
  /** Listens again on the same port. */
  restore(): Promise<void>;
}

/** Starts a proxy in front of a service on this machine. It ends with the test. */
export async function startProxy(targetPort: number): Promise<Proxy> {
  const open = new Set<Socket>();
  let blocked = false;
  let server: Server;
  const port = await freePort();

  const pass = (client: Socket) => {
    const service = connect(targetPort, '127.0.0.1');
    for (const socket of [client, service]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket)).on('error', () => {});
    }
    client.on('data', (bytes) => {
      if (blocked && /^upgrade: websocket/im.test(bytes.toString('latin1'))) {
        client.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
      } else {
        service.write(bytes);
      }
    });
    service.on('data', (bytes) => client.write(bytes));
    client.on('close', () => service.destroy());
    // Ends only after all bytes, which a busy client may not have taken yet.
    service.on('close', () => client.end());
  };
  const endAll = () => {
    for (const socket of open) socket.destroy();
  };
  const restore = async () => {
    server = createServer(pass).listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    const closed = once(server, 'close');
    server.close();
    endAll();
    await closed;
  };

  await restore();
  onTestFinished(async () => {
    if (server.listening) await cut();
  });
  return {
    baseUrl: `http://localhost:${port}`,
    blockSockets() {
      blocked = true;
      endAll();
    },
    allowSockets() {
      blocked = false;
    },
    cut,
    restore,
  };
}
