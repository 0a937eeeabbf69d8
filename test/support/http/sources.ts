import { once } from 'node:events';
import { request } from 'node:http';
import { WebSocket } from 'ws';
import type { RequestSource } from '../../../src/platform/web/security/request-source.js';
import type { TestApp } from '../test-app.js';

const LISTED = 'https://friend.example';

export const LISTING = { CORS_ORIGINS: LISTED };

type Headers = Readonly<Record<string, string>>;

interface Source {
  readonly source: RequestSource;
  readonly headers: (self: string) => Headers;
  /** Whether browsers send these headers only with GET; with any other method, they mark the page as foreign. */
  readonly isReading?: true;
}

/** Headers by which browsers and programs identify a request's origin, by kind of source. */
export const SOURCES: Readonly<Record<string, Source>> = {
  'a page of this site': { source: 'own', headers: (self) => ({ origin: self, 'sec-fetch-site': 'same-origin' }) },
  'a page of this site, in an old browser': { source: 'own', headers: (self) => ({ origin: self }) },
  'a program': { source: 'none', headers: () => ({}) },
  'the address bar': { source: 'none', headers: () => ({ 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }) },
  'a listed page': { source: 'listed', headers: () => ({ origin: LISTED, 'sec-fetch-site': 'cross-site' }) },
  'a listed page of the same site': {
    source: 'listed',
    headers: () => ({ origin: LISTED, 'sec-fetch-site': 'same-site' }),
  },
  'a foreign page': { source: 'foreign', headers: () => ({ origin: 'https://evil.example' }) },
  'a page without an origin': { source: 'foreign', headers: () => ({ origin: 'null' }) },
  'an image of a neighbour': {
    source: 'foreign',
    headers: () => ({ 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }),
  },
  'a frame of another site': {
    source: 'foreign',
    headers: () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }),
  },
  'a link of another site': {
    source: 'link',
    isReading: true,
    headers: () => ({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }),
  },
  'a link of another site, in an old browser': {
    source: 'link',
    isReading: true,
    headers: () => ({ referer: 'https://evil.example/' }),
  },
};

/** Sends a request with headers that `fetch` would not allow. */
export async function sendRaw(
  { port }: Pick<TestApp, 'port'>,
  method: string,
  path: string,
  { headers, body = '' }: { readonly headers: Headers; readonly body?: string },
): Promise<{ readonly status: number; readonly text: string }> {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const call = request({ host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } }).end(body);
  const [response] = await once(call, 'response');
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

/** Opens a WebSocket. @returns the response to its upgrade, and the socket, which the caller must end. */
export async function openRaw({ port }: Pick<TestApp, 'port'>, path: string, protocol: string, headers: Headers) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol, { headers });
  socket.on('error', () => {});
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  return { socket, status: await Promise.race([refused, once(socket, 'open').then(() => 101)]) };
}
