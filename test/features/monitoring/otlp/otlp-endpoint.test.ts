import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { expect, test } from 'vitest';
import { FAILED_TOKENS_A_MINUTE } from '../../../../src/features/monitoring/agents/failed-tokens.js';
import {
  OTLP_BODY_MAX_BYTES,
  OTLP_UNPACKED_MAX_BYTES,
} from '../../../../src/features/monitoring/otlp/receiver/read-body.js';
import { OTLP_PACES } from '../../../../src/features/monitoring/otlp/receiver/token-pace.js';
import { Busy } from '../../../../src/shared/errors/errors.js';
import { dataOf } from '../../../support/administration.js';
import { sendOtlpBody } from '../../../support/otlp-host.js';
import { encodeOtlp, type OtlpPoint } from '../../../support/otlp-request.js';
import { createTestApp, type TestApp } from '../../../support/test-app.js';

const UNKNOWN_TOKEN = `vigia_host_${'A'.repeat(43)}`;

async function startWithToken(kind: 'OTLP' | 'COLLECTOR' | 'AGENT' = 'OTLP') {
  const app = await createTestApp();
  const staff = await app.loginAs('eva', { isStaff: true });
  const add = `mutation { addHost(name: "web", kind: ${kind}) { token } }`;
  const { addHost } = await dataOf<{ addHost: { token: string } }>(staff, add);
  const send = (body: string | Uint8Array = '{}', headers: Readonly<Record<string, string>> = {}) =>
    sendOtlpBody(app.baseUrl, body, { token: addHost.token, headers });
  return { app, token: addHost.token, send };
}

const PROTOBUF = { 'content-type': 'application/x-protobuf' };
const GZIP = { 'content-encoding': 'gzip' };

test('a request without the token of a host or collector is refused', async () => {
  const { app } = await startWithToken();
  for (const token of [undefined, '', 'x', UNKNOWN_TOKEN]) {
    const answer = await sendOtlpBody(app.baseUrl, '{}', { ...(token !== undefined && { token }) });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="api"']);
    expect(await answer.json()).toEqual({ code: 16, message: expect.stringContaining('token') });
  }
});

test('the token of an agent is refused, with what to do instead', async () => {
  const { send } = await startWithToken('AGENT');
  const answer = await send();
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { code: 7, message: 'This is the token of an agent: add a host or a collector for OTLP, and use its token' },
  ]);
});

test('unknown tokens count by network, while known ones from there are taken', async () => {
  const { app, send } = await startWithToken();
  const sendUnknown = () => sendOtlpBody(app.baseUrl, '{}', { token: UNKNOWN_TOKEN });
  for (let sent = 0; sent < FAILED_TOKENS_A_MINUTE; sent += 1) expect((await sendUnknown()).status).toBe(401);
  const answer = await sendUnknown();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  expect((await send()).status).toBe(200);
});

const FAULTS = [
  ['text', 415, 'x', { 'content-type': 'text/plain' }, 'application/x-protobuf or application/json'],
  ['an unknown packing', 415, '{}', { 'content-encoding': 'br' }, 'gzip'],
  ['what is no JSON', 400, '{', {}, 'not JSON'],
  ['JSON of another form', 400, '{"resourceMetrics":{}}', {}, 'resourceMetrics is not a list'],
  ['what is no protobuf', 400, '\xff\xff\xff', PROTOBUF, 'not protobuf'],
  ['what is no gzip', 400, '{}', GZIP, 'not gzip'],
  ['too many bytes', 413, ' '.repeat(OTLP_BODY_MAX_BYTES + 1), {}, '1 MiB'],
  ['what unpacks to too many bytes', 413, gzipSync(Buffer.alloc(OTLP_UNPACKED_MAX_BYTES + 1)), GZIP, '4 MiB'],
] as const;

test('a body that cannot be taken is refused with what is wrong, in the type of the request', async () => {
  const { send } = await startWithToken();
  for (const [label, status, body, headers, said] of FAULTS) {
    const answer = await send(body, headers);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const type = headers === PROTOBUF ? 'application/x-protobuf' : 'application/json';
    expect([label, answer.status, answer.headers.get('content-type')]).toEqual([label, status, type]);
    expect(headers === PROTOBUF ? readStatus(bytes) : JSON.parse(Buffer.from(bytes).toString())).toEqual({
      code: 3,
      message: expect.stringContaining(said),
    });
  }
});

function readStatus(bytes: Uint8Array) {
  const reader = new BinaryReader(bytes);
  expect(reader.tag()).toEqual([1, 0]);
  const code = reader.int32();
  expect(reader.tag()).toEqual([2, 2]);
  return { code, message: reader.string() };
}

test('as many bytes as allowed are taken, packed and unpacked, also without a length', async () => {
  const { app, send, token } = await startWithToken();
  const largest = `{}${' '.repeat(OTLP_BODY_MAX_BYTES - 2)}`;
  expect((await send(largest)).status).toBe(200);
  const packed = gzipSync(`{}${' '.repeat(OTLP_UNPACKED_MAX_BYTES - 2)}`);
  expect((await send(packed, GZIP)).status).toBe(200);
  expect(await sendInPieces(app, token, largest)).toBe(200);
  expect(await sendInPieces(app, token, `${largest} `)).toBe(413);
  // The sender gets its answer, however much more it has to send.
  expect(await sendInPieces(app, token, largest.repeat(8))).toBe(413);
});

/** Sends a body in pieces, so that its length is not announced. @returns the status. */
function sendInPieces({ port }: TestApp, token: string, body: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', path: '/v1/metrics', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.on('error', reject);
    for (let begin = 0; begin < body.length; begin += 65_536) sent.write(body.slice(begin, begin + 65_536));
    sent.end();
  });
}

test('a body with a million data points is refused within a moment', async () => {
  const { send } = await startWithToken();
  const dataPoints: OtlpPoint[] = Array(20_001).fill({ attributes: [], timeUnixNano: '1' });
  const metrics = [{ name: 'system.uptime', gauge: { dataPoints } }];
  const body = encodeOtlp({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] });
  expect((await send(gzipSync(body), { ...PROTOBUF, ...GZIP })).status).toBe(400);
  // Empty points are the smallest: two bytes each.
  const smallest = Buffer.alloc(2_000_000);
  for (let at = 0; at < smallest.length; at += 2) smallest[at] = 0x0a;
  const gauge = lengthDelimited(5, smallest);
  const bomb = lengthDelimited(1, lengthDelimited(2, lengthDelimited(2, gauge)));
  const answer = await send(gzipSync(bomb), { ...PROTOBUF, ...GZIP });
  expect(readStatus(new Uint8Array(await answer.arrayBuffer())).message).toContain('more than 20000 data points');
});

function lengthDelimited(field: number, content: Uint8Array): Uint8Array {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 127; rest >>>= 7) length.push((rest & 127) | 128);
  return Buffer.concat([Uint8Array.of((field << 3) | 2, ...length, rest), content]);
}

test('a token that sends too often has to wait, and no other one', async () => {
  const { app, send } = await startWithToken();
  for (let sent = 0; sent < OTLP_PACES.host.most; sent += 1) expect((await send()).status).toBe(200);
  const answer = await send();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  const staff = await app.loginAs('eva');
  const { addHost } = await dataOf<{ addHost: { token: string } }>(
    staff,
    'mutation { addHost(name: "other", kind: OTLP) { token } }',
  );
  expect((await sendOtlpBody(app.baseUrl, '{}', { token: addHost.token })).status).toBe(200);
  await app.advance({ seconds: 1 });
  expect((await send()).status).toBe(200);
});

test('a token whose bodies do not arrive leaves room for those of others', async () => {
  const { app, token, send } = await startWithToken();
  const { addHost } = await dataOf<{ addHost: { token: string } }>(
    await app.loginAs('eva'),
    'mutation { addHost(name: "other", kind: OTLP) { token } }',
  );
  const slow = Array.from({ length: 33 }, () => beginSlowly(app, token));
  const largest = `{}${' '.repeat(OTLP_BODY_MAX_BYTES - 2)}`;
  await expect.poll(async () => (await send(largest)).status, { interval: 200 }).toBe(503);
  expect((await sendOtlpBody(app.baseUrl, largest, { token: addHost.token })).status).toBe(200);
  for (const one of slow) one.destroy();
  await app.advance({ seconds: 60 });
  await expect.poll(async () => (await send(largest)).status).toBe(200);
});

/** Begins a request whose body never arrives. */
function beginSlowly({ port }: TestApp, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'content-length': OTLP_BODY_MAX_BYTES };
  const options = { port, host: '127.0.0.1', method: 'POST', path: '/v1/metrics', agent: false };
  const begun = request({ ...options, headers: { ...headers, 'content-type': 'application/json' } });
  begun.on('error', () => {});
  begun.flushHeaders();
  return begun;
}

test('while the database is away, senders are told when to try again', async () => {
  const { app, send } = await startWithToken();
  Object.assign(app.services.otlpIntake, { find: () => Promise.reject(new Busy(7)) });
  const answer = await send();
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    ...[503, '7', { code: 14, message: 'The service is busy: try again in 7 s' }],
  ]);
  Object.assign(app.services.otlpIntake, { find: () => Promise.reject(new Error('A fault')) });
  expect((await send()).status).toBe(500);
  expect(app.lines.join()).toContain('A fault');
});

test('the same connection serves further requests after one was refused', async () => {
  const { send } = await startWithToken();
  expect((await send(' '.repeat(OTLP_BODY_MAX_BYTES + 1))).status).toBe(413);
  expect((await send()).status).toBe(200);
});

test('other methods are refused', async () => {
  const { app } = await startWithToken();
  const answer = await fetch(`${app.baseUrl}/v1/metrics`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});
