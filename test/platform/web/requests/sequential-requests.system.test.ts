import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startService } from '../../../support/processes/running-service.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Pipelines requests on one connection and returns everything that is sent back. */
async function sendAhead(app: TestApp, paths: readonly string[]): Promise<string> {
  const socket = connect(app.port, '127.0.0.1');
  const last = paths.length - 1;
  const requests = paths.map(
    (path, index) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${index === last ? 'Connection: close\r\n' : ''}\r\n`,
  );
  socket.on('error', () => {});
  socket.write(requests.join(''));
  let answer = '';
  for await (const chunk of socket) answer += chunk;
  return answer;
}

/** Returns the path of the client's largest file; a few copies exceed the unread data that sockets can buffer. */
function largestAsset(): string {
  const folder = 'dist/client/assets';
  const sizes = new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).size]));
  const [largest = ''] = [...sizes.keys()].sort((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  return `/static/assets/${largest}`;
}

/** Returns the bytes of a query sent by POST. */
async function queryOf(app: TestApp, query = '{ me { username } }'): Promise<string> {
  const { access } = await app.scriptAs();
  const body = JSON.stringify({ query });
  const headers = `Host: localhost\r\nAuthorization: Bearer ${access}\r\nContent-Type: application/json`;
  return `POST /graphql HTTP/1.1\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

/** Sends a request and, without waiting for its response, an upgrade on the same connection. */
async function aheadOfUpgrade(app: TestApp, request: string, path = '/graphql') {
  const socket = connect(app.port, '127.0.0.1').setEncoding('latin1');
  const received = { text: '' };
  socket.on('data', (text) => {
    received.text += text;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const upgrade = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Protocol: graphql-transport-ws',
  ];
  socket.write(`${request}${upgrade.join('\r\n')}\r\n\r\n`);
  return { socket, received };
}

function countConnections(app: TestApp): Promise<number> {
  return new Promise((resolve) => {
    app.server.getConnections((_error, count) => resolve(count));
  });
}

describe('requests that are sent ahead of their answers', () => {
  test('are answered in order, one after another', async () => {
    const app = await createTestApp();
    const answer = await sendAhead(app, ['/healthz', '/accounts/login/', '/nothing', '/readyz']);
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '200', '404', '200']);
    expect(answer.trimEnd().endsWith('{"status":"ready"}')).toBe(true);
  });

  test('twenty wait behind the first; with more the connection is cut', async () => {
    const app = await createTestApp();
    const all = await sendAhead(app, Array(21).fill('/healthz'));
    expect(all.match(/HTTP\/1\.1 200/g)).toHaveLength(21);
    const cut = await sendAhead(app, Array(500).fill('/healthz')).catch(() => '');
    expect(cut.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(500);
  });

  test('an upgrade waits for the answers of those before it', async () => {
    const app = await createTestApp();
    const { socket, received } = await aheadOfUpgrade(app, await queryOf(app));
    while (!received.text.includes(' 101 ')) await once(socket, 'data');
    expect(received.text).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"data":\{"me":\{"username":"ana"\}\}\}\nHTTP\/1\.1 101 /,
    );
    expect(received.text.match(/HTTP\/1\.1/g)).toHaveLength(2);
    // Proves that the connection is a WebSocket: a ping, masked with a key of zeros, receives a pong.
    socket.write(Buffer.from([0x89, 0x80, 0, 0, 0, 0]));
    while (!received.text.endsWith('\x8a\x00')) await once(socket, 'data');
    socket.destroy();
  });

  test('a rejected upgrade waits as well', async () => {
    const app = await createTestApp();
    const { socket, received } = await aheadOfUpgrade(app, await queryOf(app), '/nothing');
    await once(socket, 'close');
    expect([...received.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404']);
  });

  test('what is no request is rejected behind the answers of those before it', async () => {
    const app = await createTestApp();
    const { socket, received } = await aheadOfUpgrade(app, `${await queryOf(app)}nonsense\r\n\r\n`);
    await once(socket, 'close');
    expect([...received.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '400']);
  });

  test('a body that breaks its rules is rejected at once, though its request is not answered', async () => {
    const app = await createTestApp();
    const { socket, received } = await aheadOfUpgrade(
      app,
      'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    );
    await once(socket, 'close');
    expect([...received.text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400']);
  });

  test('a client that breaks off while its upgrade waits ends nothing but itself', async () => {
    const app = await createTestApp();
    const answered = Promise.withResolvers<never>();
    app.services.findings.latest = () => answered.promise;
    const { socket } = await aheadOfUpgrade(app, await queryOf(app, '{ findings { text } }'));
    await expect.poll(() => countConnections(app)).toBe(1);
    socket.resetAndDestroy();
    await expect.poll(() => countConnections(app)).toBe(0);
    answered.reject(new Error('too late'));
    expect((await app.browser().get('/healthz')).status).toBe(200);
  });

  test('leave no file open when the connection ends', async () => {
    const service = await startService();
    const script = largestAsset();
    const folder = `/proc/${service.process.pid}/fd`;
    const targetOf = (descriptor: string) => {
      try {
        return readlinkSync(join(folder, descriptor));
      } catch {
        return 'closed since';
      }
    };
    const files = () => readdirSync(folder).filter((descriptor) => targetOf(descriptor).includes('/dist/client/'));
    for (let round = 0; round < 10; round += 1) {
      const socket = connect(service.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.pause();
      socket.write(`GET ${script} HTTP/1.1\r\nHost: localhost\r\n\r\n`.repeat(15));
      // The sockets may fill up just when a file has been read to its end; reading a little more frees them.
      const afterReading = () => {
        socket.read();
        return files();
      };
      await expect.poll(afterReading).toHaveLength(1);
      socket.destroy();
      await expect.poll(files).toHaveLength(0);
    }
  });
});
