import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { BridgedAddress, RestHandler } from './bridge.js';

interface PlainGetsDeps {
  readonly addresses: readonly BridgedAddress[];
  /** The headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Throws when the request is refused. */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => void;
  /** Answers what has been thrown, with the headers of every answer. */
  readonly fail: (thrown: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Answers a GET of a REST address as programs usually send it, in front of Express, whose layers cost more than a conversion
 * (decision 079).
 *
 * @returns false for any other request, with which nothing has been done.
 */
export function answerPlainGets({ addresses, headers, admit, fail }: PlainGetsDeps) {
  const handlers = new Map<string, RestHandler>();
  for (const { path, handlers: here } of addresses) if (here.GET) handlers.set(path, here.GET);
  const answer = async (handler: RestHandler, request: IncomingMessage, response: ServerResponse, search: string) => {
    try {
      admit(request, response);
      const { status, body } = await handler(request, response, { query: parse(search), body: undefined });
      const text = JSON.stringify(body);
      // As Express would send it, and all at once: to set headers one by one takes longer.
      response.writeHead(status, {
        ...headers,
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
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
