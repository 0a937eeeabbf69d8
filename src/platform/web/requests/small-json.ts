import type { IncomingMessage, ServerResponse } from 'node:http';
import { UnreadableBody } from '../web.errors.js';
import type { ApiRequests } from './api-requests.js';
import { BODY_MAX_BYTES } from './request-body.js';

interface SmallJsonDeps {
  readonly apiRequests: ApiRequests;
  /** Answers the operation in a body, including the headers that every response has. */
  readonly answer: (request: IncomingMessage, response: ServerResponse, body: unknown) => Promise<void>;
  /** Reports a thrown error, including the headers that every response has. */
  readonly fail: (thrown: unknown, request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Handles JSON POSTs as programs usually send them.
 *
 * @returns false, having done nothing, for any other request.
 */
export function answerSmallJson({ apiRequests, answer, fail }: SmallJsonDeps) {
  const answerAll = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      apiRequests.admit(request, response);
      const body = await readSmallJson(request);
      // Stored where Express stores it too, since it may contain the CSRF token.
      Object.assign(request, { body });
      await answer(request, response, body);
    } catch (error) {
      fail(error, request, response);
    }
  };
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'POST' || !hasSmallJson(request)) return false;
    void answerAll(request, response);
    return true;
  };
}

const TYPES: ReadonlySet<string | undefined> = new Set(['application/json', 'application/json; charset=utf-8']);

/** Whether a body is uncompressed JSON in UTF-8, and known to be short. */
function hasSmallJson({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length']);
  return length <= BODY_MAX_BYTES && TYPES.has(headers['content-type']) && headers['content-encoding'] === undefined;
}

const decoder = new TextDecoder();

/**
 * Reads a small JSON body, which Node ends at the announced length.
 *
 * @throws {UnreadableBody}
 */
function readSmallJson(request: IncomingMessage): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    // The client has disconnected.
    request.on('error', () => reject(new UnreadableBody()));
    request.on('end', () => {
      const [only, ...more] = chunks;
      try {
        resolve(JSON.parse(decoder.decode(only && more.length === 0 ? only : Buffer.concat(chunks))));
      } catch {
        reject(new UnreadableBody());
      }
    });
  });
}
