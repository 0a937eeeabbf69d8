import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const BODY = JSON.stringify({ query: '{ me { username } }' });

/** Sends a raw query to which nothing is added. @returns the head of the response in lines, and its body. */
async function send(app: TestApp, headers: readonly string[], body = BODY) {
  const socket = connect(app.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const head = ['POST /graphql HTTP/1.1', 'Connection: close', ...headers];
  // Leaves the socket open, since the server treats a half-closed connection as gone.
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  let received = '';
  for await (const chunk of socket) received += chunk;
  const [lines = '', answer] = received.split('\r\n\r\n');
  const [status = '', ...fields] = lines.split('\r\n').filter((line) => !line.startsWith('Date: '));
  return { status: Number(status.split(' ')[1]), fields: fields.sort(), answer };
}

const small = [`Content-Length: ${BODY.length}`, 'Content-Type: application/json'];
/** Express parses a request in this form. */
const unusual = [`Content-Length: ${BODY.length}`, 'Content-Type: application/json;charset="utf-8"'];

describe('an operation that is answered in front of Express (promises 14, 15)', () => {
  test('has the headers that an answer of the API needs and no more, as within Express', async () => {
    const app = await createTestApp();
    const answer = await send(app, ['Host: localhost', ...small]);
    expect(answer).toEqual({
      status: 200,
      fields: [
        'Cache-Control: no-store',
        'Connection: close',
        'Content-Length: 21',
        "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
        'Content-Type: application/json; charset=utf-8',
        'Referrer-Policy: same-origin',
        'X-Content-Type-Options: nosniff',
        'X-Frame-Options: DENY',
      ],
      answer: '{"data":{"me":null}}\n',
    });
    expect(await send(app, ['Host: localhost', ...unusual])).toEqual(answer);
  });

  test.each([
    ['another host', ['Host: evil.example'], BODY],
    ['two hosts', ['Host: localhost', 'Host: localhost'], BODY],
    ['a body that is no JSON', ['Host: localhost'], '{'.repeat(BODY.length)],
  ])('with %s is refused as within Express', async (_name, hosts, body) => {
    const app = await createTestApp();
    const answer = await send(app, [...hosts, ...small], body);
    expect(answer.status).toBe(400);
    expect(answer.fields).toContain('X-Frame-Options: DENY');
    expect(answer).toEqual(await send(app, [...hosts, ...unusual], body));
  });

  test('says to pages of listed origins alone that they may read it', async () => {
    const app = await createTestApp({ environment: { CORS_ORIGINS: 'https://listed.example' } });
    const listed = await send(app, ['Host: localhost', 'Origin: https://listed.example', ...small]);
    expect(listed.fields).toContain('Access-Control-Allow-Origin: https://listed.example');
    expect(listed).toEqual(await send(app, ['Host: localhost', 'Origin: https://listed.example', ...unusual]));
    const foreign = await send(app, ['Host: localhost', 'Origin: https://evil.example', ...small]);
    expect(foreign.fields.filter((line) => /^(Access|Vary)/.test(line))).toEqual(['Vary: Origin']);
  });

  test('that a client gives up in the middle is no failure', async () => {
    const app = await createTestApp();
    const socket = connect(app.port, '127.0.0.1');
    const arrived = once(app.server, 'request');
    socket.write(`POST /graphql HTTP/1.1\r\nHost: localhost\r\n${small.join('\r\n')}\r\n\r\n{`);
    const [request] = await arrived;
    const ended = new Promise((resolve) => request.once('close', resolve));
    socket.destroy();
    await ended;
    expect((await send(app, ['Host: localhost', ...small])).status).toBe(200);
    expect(app.lines.filter((line) => line.includes('"error"'))).toEqual([]);
  });
});
