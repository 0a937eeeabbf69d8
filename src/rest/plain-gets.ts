import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { BridgedAddress, RestAnswer, RestHandler } from './bridge.js';

interface PlainGetsDeps {
  readonly addresses: readonly BridgedAddress[];
  /** Sets the headers of every answer and throws when the request is refused. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers what a handler has thrown. */
  readonly fail: (thrown: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Answers a GET of a REST address as programs usually send it, in front of Express, whose layers cost more than a conversion
 * (decision 079).
 *
 * @returns false for any other request, with which nothing has been done.
 */
export function answerPlainGets({ addresses, admit, fail }: PlainGetsDeps) {
  const handlers = new Map<string, RestHandler>();
  for (const { path, handlers: here } of addresses) if (here.GET) handlers.set(path, here.GET);
  const answer = async (handler: RestHandler, request: IncomingMessage, response: ServerResponse, search: string) => {
    try {
      admit(request, response);
      sendJson(response, await handler(request, response, { query: parse(search), body: undefined }));
    } catch (error) {
      fail(error, request, response);
    }
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url = '' } = request;
    if (method !== 'GET') return false;
    const end = url.indexOf('?');
    const handler = handlers.get(end < 0 ? url : url.slice(0, end));
    if (!handler || isUnusual(request)) return false;
    void answer(handler, request, response, end < 0 ? '' : url.slice(end + 1));
    return true;
  };
}

/** Whether a request has something that Express looks at: a body, a condition, or what is no part of an address. */
function isUnusual({ url = '', headers }: IncomingMessage): boolean {
  return (
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers['if-none-match'] !== undefined ||
    url.includes('#')
  );
}

/** As Express would send it. */
function sendJson(response: ServerResponse, { status, body }: RestAnswer): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}
