import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Behaviour of a reverse proxy, which tests change while it runs. */
interface Forwarding {
  port: number;
  /** Returns the headers that are passed on. */
  headers: (headers: IncomingHttpHeaders, peer: string) => IncomingHttpHeaders;
  passesUpgrades: boolean;
  addedHeaders: Readonly<Record<string, string>>;
}

/** Appends the peer's address to `X-Forwarded-For`, as a proxy should. */
export const appendPeer: Forwarding['headers'] = (headers, peer) => ({
  ...headers,
  'x-forwarded-for': [headers['x-forwarded-for'], peer].filter(Boolean).join(', '),
});

/** Starts a reverse proxy on this machine that appends to `X-Forwarded-For`. It ends with the test. */
export async function startForwardingProxy() {
  const behaviour: Forwarding = { port: 0, headers: appendPeer, passesUpgrades: true, addedHeaders: {} };
  const ask = (incoming: IncomingMessage) => {
    const { method, url: path, headers, socket } = incoming;
    const passedOn = behaviour.headers(headers, socket.remoteAddress ?? '');
    return request({ port: behaviour.port, host: '127.0.0.1', method, path, headers: passedOn, agent: false });
  };
  const server = createServer((incoming, response) => {
    const asked = ask(incoming);
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 0, { ...answer.headers, ...behaviour.addedHeaders });
      answer.pipe(response);
    });
    asked.on('error', () => {
      // The service may break off an answer that has begun.
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
    incoming.pipe(asked);
  });
  const wires = new Set<Socket>();
  server.on('upgrade', (incoming: IncomingMessage, wire: Socket) => {
    wires.add(wire);
    wire.on('error', () => {});
    if (!behaviour.passesUpgrades) return void wire.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
    const asked = ask(incoming).end();
    const head = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage) => {
      const lines = rawHeaders.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${rawHeaders[index + 1]}\r\n`]));
      return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`;
    };
    asked.on('upgrade', (answer, service) => {
      wire.write(head(answer));
      service
        .on('error', () => {})
        .pipe(wire)
        .pipe(service);
    });
    asked.on('response', (answer) => {
      wire.write(head(answer));
      answer.pipe(wire);
    });
    asked.on('error', () => wire.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const wire of wires) wire.destroy();
    server.closeAllConnections();
    server.close();
  });
  return { behaviour, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}
