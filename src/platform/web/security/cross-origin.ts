import type { IncomingMessage, ServerResponse } from 'node:http';
import cors from 'cors';

const PREFLIGHT_SECONDS = 600;

/**
 * Adds CORS headers for the API, for listed origins only, so that their pages can call it with a bearer token (contract
 * 9, `CORS_ORIGINS`). Cookies are never allowed across origins.
 */
export function crossOrigin(origins: readonly string[]) {
  const setHeaders = cors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    allowedHeaders: ['Authorization', 'Content-Type', 'Apollo-Require-Preflight'],
    exposedHeaders: ['Retry-After', 'WWW-Authenticate'],
    maxAge: PREFLIGHT_SECONDS,
    preflightContinue: true,
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (origins.length === 0) return;
    response.setHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin !== undefined && origins.includes(origin)) setHeaders(request, response, () => {});
  };
}
