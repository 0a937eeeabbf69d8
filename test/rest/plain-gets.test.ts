import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { restRoutes } from '../../src/routes.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const CONVERTER = '/sistema/conversor/api/v1/converter';

const LOCAL = 'Host: localhost';

/** Sends a request in bytes, so that nothing is added to it. @returns the whole answer but its date, the head in lines. */
async function send(app: TestApp, line: string, headers: readonly string[]) {
  const socket = connect(app.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // Not ended: of who closes its half, the server takes it that it has gone.
  socket.write(`${line} HTTP/1.1\r\n${['Connection: close', ...headers].join('\r\n')}\r\n\r\n`);
  let received = '';
  for await (const chunk of socket) received += chunk;
  const [lines = '', ...body] = received.split('\r\n\r\n');
  return { head: lines.split('\r\n').filter((one) => !one.startsWith('Date: ')), body: body.join('\r\n\r\n') };
}

/** The same request as it is answered in front of Express, and within, which looks at conditions. */
async function sendBoth(app: TestApp, target: string, headers: readonly string[] = [LOCAL]) {
  const inFront = await send(app, `GET ${target}`, headers);
  const within = await send(app, `GET ${target}`, [...headers, 'If-None-Match: "none"']);
  return { inFront, within };
}

/** Addresses that anybody asks for, with parameters that fit and parameters that do not. */
const TARGETS = [
  ...new Set(restRoutes.flatMap(({ method, addresses }) => (method === 'GET' ? addresses : []))),
  `${CONVERTER}?type=dec2bin&value=200`,
  `${CONVERTER}?type=dec2bin&value=2&value=3`,
  `${CONVERTER}?type=dec2bin&value=abc`,
  `${CONVERTER}?type=nothing&value=1`,
  `${CONVERTER}?type=dec2bin&value=%ff%`,
  `${CONVERTER}?type=dec2bin&value=%C3%A7+1`,
  `${CONVERTER}?type=dec2bin&value[a]=1&__proto__=x`,
  `${CONVERTER}?`,
  `${CONVERTER}??type=dec2bin&value=1`,
  `${CONVERTER}?type=dec2bin&value=${'9'.repeat(4096)}`,
];

describe('a GET of a REST address that is answered in front of Express (promise 14)', () => {
  test.each(TARGETS)('%.80s is answered as within Express, to who is signed in and to who is not', async (target) => {
    const app = await createTestApp();
    const { access } = await app.scriptAs('ana');
    const stranger = await sendBoth(app, target);
    expect(stranger.inFront).toEqual(stranger.within);
    const signedIn = await sendBoth(app, target, [LOCAL, `Authorization: Bearer ${access}`, 'Accept-Language: en']);
    expect(signedIn.inFront).toEqual(signedIn.within);
    expect(signedIn.inFront.head[0]).not.toContain('401');
  });

  test.each([
    ['another host', ['Host: evil.example']],
    ['two hosts', [LOCAL, LOCAL]],
    ['a token that is none', [LOCAL, 'Authorization: Bearer nothing']],
    ['a listed origin', [LOCAL, 'Origin: https://listed.example']],
    ['another origin', [LOCAL, 'Origin: https://evil.example']],
  ])('with %s has the answer of Express', async (_name, headers) => {
    const app = await createTestApp({ environment: { CORS_ORIGINS: 'https://listed.example' } });
    const { inFront, within } = await sendBoth(app, `${CONVERTER}?type=dec2bin&value=200`, headers);
    // Of different headers the order means nothing (RFC 9110 §5.3), and those of CORS are set before the others.
    expect({ ...inFront, head: inFront.head.toSorted() }).toEqual({ ...within, head: within.head.toSorted() });
    expect(inFront.head).toContain('X-Frame-Options: DENY');
  });

  test('what is no plain GET of an address is left to Express', async () => {
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
