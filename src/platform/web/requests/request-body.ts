import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, Router } from 'express';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import { UnsupportedBody } from '../web.errors.js';

/** The longest body, in bytes (contract 8). */
export const BODY_MAX_BYTES = 64 * 1024;

/** The longest body of a caller who may send more: 200,000 characters, each escaped to six in JSON, and the rest. */
const LARGE_BODY_MAX_BYTES = 1280 * 1024;

interface LargeBodies {
  /** The address that takes them, by POST and as JSON. */
  readonly path: string;
  /** Whether this caller may send them; checked before such a body is read, and for nothing else. */
  readonly allowed: (request: Request) => Promise<boolean>;
}

/**
 * Reads the body of a request into `request.body`: JSON or a form, in UTF-8, up to 64 KiB; up to 1,280 KiB of JSON where and from
 * whom `large` allows it. A repeated form field becomes an array. What is too long is dropped as it arrives.
 * Failures are answered by {@link answerProblems}.
 */
export function readBody(large: LargeBodies): RequestHandler {
  const router = Router({ caseSensitive: true });
  const readLarge = express.json({ limit: LARGE_BODY_MAX_BYTES, verify: requireUtf8 });
  // For `post` the router would answer OPTIONS by itself.
  router.all(large.path, async (request, response, next) => {
    if (request.method === 'POST' && mayBeLarge(request) && (await isAllowed(large, request)))
      readLarge(request, response, next);
    else next();
  });
  router.use(
    express.json({ limit: BODY_MAX_BYTES, verify: requireUtf8 }),
    express.urlencoded({ limit: BODY_MAX_BYTES, extended: false, verify: requireUtf8 }),
    (request, _response, next) => {
      const hasBody = isChunked(request) || Number(request.headers['content-length']) > 0;
      if (hasBody && !request.is(['application/json', 'application/x-www-form-urlencoded'])) {
        throw new UnsupportedBody();
      }
      next();
    },
  );
  return router;
}

/** The parsers accept other character sets too, with which a body could pass a filter in front of the service. */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, _body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new UnsupportedBody();
}

/** Whether a body is announced to be over the usual limit, or its length is not announced. */
function mayBeLarge(request: Request): boolean {
  return isChunked(request) || Number(request.headers['content-length']) > BODY_MAX_BYTES;
}

function isChunked({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Invalid credentials allow nothing here; the error about them comes later, as for a body of usual size. */
async function isAllowed({ allowed }: LargeBodies, request: Request): Promise<boolean> {
  try {
    return await allowed(request);
  } catch (error) {
    if (error instanceof VigiaError && error.kind === 'unauthenticated') return false;
    throw error;
  }
}

/** A text field of a form: the last one given, as Django reads it; empty when there is none. */
export function textField(body: unknown, name: string): string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const value: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof value === 'string' ? value : '';
}
