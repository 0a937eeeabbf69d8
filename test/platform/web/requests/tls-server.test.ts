import { once } from 'node:events';
import { Agent, get, type RequestOptions } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createOwnCertificate } from '../../../../src/platform/tls/own-certificate.js';
import type { KeyPair } from '../../../../src/platform/tls/tls-certificate.js';
import { GracefulShutdown } from '../../../../src/platform/web/requests/graceful-shutdown.js';
import { createHttpServer } from '../../../../src/platform/web/requests/http-server.js';
import { answerPlainHttp } from '../../../../src/platform/web/requests/plain-http.js';
import { rawResponse } from '../../../../src/platform/web/requests/raw-response.js';

const NAMES = { publicHost: 'localhost', others: [] };

async function startTlsServer(plainMs?: number) {
  const certificate = await createOwnCertificate(NAMES, new Date());
  const sockets = new WebSocketServer({ noServer: true });
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(`echo ${data}`)));
  const server = createHttpServer(
    {
      handler: (request, response) => void response.end(`${request.method} ${request.url}`),
      reject: rawResponse({}),
      upgrade: (request, socket, head) =>
        sockets.handleUpgrade(request, socket, head, (ws) => sockets.emit('connection', ws)),
    },
    {
      certificate,
      answerPlain: answerPlainHttp({ publicUrl: 'https://vigia.test', allowedHosts: ['hub.lan'] }),
      ...(plainMs !== undefined && { plainMs }),
    },
  );
  const shutdown = new GracefulShutdown(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    sockets.close();
  });
  return { server, shutdown, certificate, port: (server.address() as AddressInfo).port };
}

async function ask(port: number, { cert }: Pick<KeyPair, 'cert'>, options: RequestOptions = {}) {
  const request = get({ host: 'localhost', port, ca: cert, path: '/x', ...options });
  const [response] = await once(request, 'response');
  return { status: response.statusCode, body: await text(response), connection: response.headers.connection };
}

/** Sends bytes without TLS. @returns everything that comes back until the connection ends. */
async function sendPlain(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(bytes);
  return text(socket);
}

test('a client that trusts the certificate gets answers, and its WebSocket messages', async () => {
  const { port, certificate } = await startTlsServer();
  expect(await ask(port, certificate)).toMatchObject({ status: 200, body: 'GET /x' });
  const socket = new WebSocket(`wss://localhost:${port}/`, { ca: certificate.cert });
  await once(socket, 'open');
  socket.send('hello');
  expect(String((await once(socket, 'message'))[0])).toBe('echo hello');
  socket.close();
});

test('a renewed certificate is for new connections, while open ones live on', async () => {
  const { server, port, certificate } = await startTlsServer();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await ask(port, certificate, { agent });
  const socket = new WebSocket(`wss://localhost:${port}/`, { ca: certificate.cert });
  await once(socket, 'open');
  const renewed = await createOwnCertificate(NAMES, new Date());
  server.setSecureContext({ key: renewed.key, cert: renewed.cert });
  socket.send('still here');
  expect(String((await once(socket, 'message'))[0])).toBe('echo still here');
  // The old certificate is enough, since the connection is the one from before.
  expect(await ask(port, certificate, { agent })).toMatchObject({ status: 200 });
  expect(await ask(port, renewed)).toMatchObject({ status: 200 });
  await expect(ask(port, certificate)).rejects.toThrow(/certificate/);
  socket.close();
});

test.each([
  [
    'a page',
    'GET /accounts/login/?next=/ HTTP/1.1\r\nHost: hub.lan:8000\r\n\r\n',
    'https://hub.lan:8000/accounts/login/?next=/',
  ],
  ['a page at an address', 'HEAD / HTTP/1.1\r\nHost: 192.168.0.10:8000\r\n\r\n', 'https://192.168.0.10:8000/'],
  ['a page of another host', 'GET /a HTTP/1.1\r\nHost: evil.example\r\n\r\n', 'https://vigia.test/a'],
])('%s asked for without TLS is led to https', async (_what, bytes, location) => {
  const { port } = await startTlsServer();
  const answer = await sendPlain(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 307 /);
  expect(answer).toContain(`Location: ${location}\r\n`);
});

test.each([
  ['a form', 'POST /accounts/login/ HTTP/1.1\r\nHost: hub.lan\r\nContent-Length: 0\r\n\r\n'],
  ['a token', 'GET /metrics HTTP/1.1\r\nHost: hub.lan\r\nAuthorization: Bearer x\r\n\r\n'],
  ['a WebSocket', 'GET /agent HTTP/1.1\r\nHost: hub.lan\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
])('%s sent without TLS is refused, with the address that takes it', async (_what, bytes) => {
  const { port } = await startTlsServer();
  const answer = await sendPlain(port, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('This port speaks https: use https://hub.lan');
});

test('bytes that are neither end the connection', async () => {
  const { port } = await startTlsServer();
  expect(await sendPlain(port, '\x16\x03\x01garbage that is no handshake at all')).not.toContain('HTTP');
  expect(await sendPlain(port, 'garbage\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
});

test.each(['G', 'GET / HTTP/1.1\r\nHost: hub.lan\r\n', 'POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n'])(
  'a request without TLS that does not end is ended: %j',
  async (bytes) => {
    const { port } = await startTlsServer(50);
    const socket = connect(port, '127.0.0.1').resume();
    socket.on('error', () => {});
    socket.write(bytes);
    await once(socket, 'close');
  },
);

test('a shutdown announces the end in answers, and does not wait for connections without a request', async () => {
  const { shutdown, port, certificate } = await startTlsServer();
  const silent = connectTls({ host: 'localhost', port, ca: certificate.cert });
  await once(silent, 'secureConnect');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  await ask(port, certificate, { agent });
  const stopped = shutdown.stopAccepting();
  expect(await ask(port, certificate, { agent })).toMatchObject({ status: 200, connection: 'close' });
  await (await stopped).drained;
});
