import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/test-app.js';

const CONVERTER = '/sistema/conversor/api/v1/converter';

const LOCAL = 'Host: localhost';

/**
 * Sends a raw request to which nothing is added. @returns the entire response except for its date, with the head in
 * lines.
 */
async function send(app: TestApp, line: string, headers: readonly string[]) {
  const socket = connect(app.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // Leaves the socket open, since the server treats a half-closed connection as gone.
  socket.write(`${line} HTTP/1.1\r\n${['Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
  let received = '';
  for await (const chunk of socket) received += chunk;
  const [lines = '', ...body] = received.split('\r\n\r\n');
  return { head: lines.split('\r\n').filter((one) => !one.startsWith('Date: ')), body: body.join('\r\n\r\n') };
}

describe('a GET of a REST address', () => {
  test('has one answer in every form that names the address, and the same head without a body for HEAD', async () => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const headers = [LOCAL, `Authorization: Bearer ${access}`];
    const plain = await send(app, `GET ${CONVERTER}?type=dec2bin&value=5`, headers);
    expect(plain.body).toBe('{"result":"101"}');
    for (const target of [
      `${CONVERTER}/?type=dec2bin&value=5`,
      `http://localhost${CONVERTER}?type=dec2bin&value=5`,
      `${CONVERTER}?type=dec2bin&value=5#part`,
    ]) {
      expect([target, await send(app, `GET ${target}`, headers)]).toEqual([target, plain]);
    }
    expect(await send(app, `GET ${CONVERTER}?type=dec2bin&value=5`, [...headers, 'Content-Length: 0'])).toEqual(plain);
    const head = await send(app, `HEAD ${CONVERTER}?type=dec2bin&value=5`, headers);
    expect(head).toEqual({ ...plain, body: '' });
    expect((await send(app, `GET ${CONVERTER.toUpperCase()}`, headers)).head[0]).toContain('404');
    expect((await send(app, `DELETE ${CONVERTER}`, headers)).head[0]).toContain('405');
    const withBody = [...headers, 'Content-Type: text/plain', 'Content-Length: 2', '', 'hi'];
    expect((await send(app, `GET ${CONVERTER}?type=dec2bin&value=5`, withBody)).head[0]).toContain('415');
  });
});
