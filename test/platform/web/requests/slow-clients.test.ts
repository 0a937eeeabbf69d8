import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

/** Begins a request, then sends a byte now and then until it is answered. @returns the response. */
async function trickle(app: TestApp, start: string): Promise<string> {
  const socket = connect(app.port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  socket.write(start);
  const drip = setInterval(() => socket.write('x'), 50);
  let answer = '';
  socket.on('data', (part: string) => {
    // The service closes the connection with the response: another byte would be an error, which discards the rest.
    clearInterval(drip);
    answer += part;
  });
  // Bytes that the service no longer reads reset the connection, after the response.
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(drip);
  return answer;
}

const POST = 'POST /accounts/api/v1/token/ HTTP/1.1\r\nHost: localhost\r\n';
const SLOW = {
  'its headers': 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'its body': `${POST}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n`,
  'its body in chunks': `${POST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n`,
};

test('headers have 10 s and a request has 30 s (promise 38)', async () => {
  const { server } = await createTestApp();
  expect([server.headersTimeout, server.requestTimeout]).toEqual([10_000, 30_000]);
});

test.each(Object.entries(SLOW))(
  'a client that is slow with %s is told 408, and keeps nobody waiting',
  async (_name, start) => {
    const app = await createTestApp();
    // Shortens the limits that the service has anyway.
    app.server.headersTimeout = 200;
    app.server.requestTimeout = 200;
    const slow = trickle(app, start);
    expect((await app.browser().get('/healthz')).status).toBe(200);
    const answer = await slow;
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/\r\nx-frame-options: deny\r\n/i);
  },
);
