import type { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Request, type RequestHandler, Router } from 'express';
import { VigiaError } from '../../../shared/errors/vigia-error.js';
import { UnsupportedBody } from '../web.errors.js';

/** Body size limit, in bytes (contract 8). */
export const BODY_MAX_BYTES = 64 * 1024;

/** Limit for callers who may send more: 200,000 characters, each escaped to six bytes in JSON, plus the rest. */
const LARGE_BODY_MAX_BYTES = 1280 * 1024;

interface LargeBodies {
  /** Path that accepts large bodies, by POST and as JSON. */
  readonly path: string;
  /** Whether this caller may send large bodies. Called before such a body is read, and for no other body. */
  readonly allowed: (request: Request) => Promise<boolean>;
}

/**
 * Reads a request's body into `request.body`: JSON or a form, in UTF-8, up to 64 KiB, or up to 1,280 KiB of JSON on the
 * path and from the callers that `large` allows. A repeated form field becomes an array. Excess data is dropped as it
 * arrives. Failures are handled by {@link answerProblems}.
 */
export function readBody(large: LargeBodies): RequestHandler {
  const router = Router({ caseSensitive: true });
  const readLarge = express.json({ limit: LARGE_BODY_MAX_BYTES, verify: requireUtf8 });
  // With `post`, the router would answer OPTIONS itself.
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

/**
 * Rejects other character sets, which the parsers accept, since a body could use one to get past a filter in front of
 * the service.
 */
function requireUtf8(_request: IncomingMessage, _response: ServerResponse, _body: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw new UnsupportedBody();
}

/** Whether a body's announced length exceeds the usual limit, or no length is announced. */
function mayBeLarge(request: Request): boolean {
  return isChunked(request) || Number(request.headers['content-length']) > BODY_MAX_BYTES;
}

function isChunked({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** Invalid credentials allow nothing here; their error is reported later, as for a body of the usual size. */
async function isAllowed({ allowed }: LargeBodies, request: Request): Promise<boolean> {
  try {
    return await allowed(request);
  } catch (error) {
    if (error instanceof VigiaError && error.kind === 'unauthenticated') return false;
    throw error;
  }
}

/** Returns a text field of a form: the last value given, as in Django; empty if missing. */
export function textField(body: unknown, name: string): string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const value: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof value === 'string' ? value : '';
}
