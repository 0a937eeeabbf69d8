import express, { type RequestHandler, Router } from 'express';
import { UnsupportedBody } from './web.errors.js';

const BODY_LIMIT = '64kb';

/**
 * Reads the body of a request into `request.body`: JSON or a form, up to 64 KiB. A repeated form field becomes an
 * array. Failures are answered by {@link answerProblems}.
 */
export function readBody(): RequestHandler {
  const router = Router();
  router.use(express.json({ limit: BODY_LIMIT }), express.urlencoded({ limit: BODY_LIMIT, extended: false }));
  router.use((request, _response, next) => {
    const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
    if (hasBody && !request.is(['application/json', 'application/x-www-form-urlencoded'])) throw new UnsupportedBody();
    next();
  });
  return router;
}

/** A text field of a form: the last one given, as Django reads it; empty when there is none. */
export function textField(body: unknown, name: string): string {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const value: unknown = Array.isArray(given) ? given.at(-1) : given;
  return typeof value === 'string' ? value : '';
}
