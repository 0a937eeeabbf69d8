import cors from 'cors';
import type { RequestHandler } from 'express';

const PREFLIGHT_SECONDS = 600;

/**
 * CORS for the API: headers only for an origin on the list, so that its pages can call with a bearer token
 * (contract 9, `CORS_ORIGINS`). Cookies are never allowed across origins.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  const listed = cors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: ['Retry-After', 'WWW-Authenticate'],
    maxAge: PREFLIGHT_SECONDS,
    preflightContinue: true,
  });
  return (request, response, next) => {
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin !== undefined && origins.includes(origin)) listed(request, response, next);
    else next();
  };
}
