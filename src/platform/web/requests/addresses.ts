import type { Express, RequestHandler } from 'express';
import { MethodNotAllowed } from '../web.errors.js';

/** The handlers for one path, by method. `HEAD` follows `GET`. */
export interface AddressHandlers {
  readonly GET?: RequestHandler | RequestHandler[];
  readonly POST?: RequestHandler | RequestHandler[];
}

/**
 * Serves the handlers on a path: `OPTIONS` answers 204 with `Allow`, any other method 405 with `Allow` (contract 2). A
 * trailing slash makes no difference.
 */
export function mountAddress(app: Express, path: string, { GET, POST }: AddressHandlers): void {
  const allow = [...(GET ? ['GET', 'HEAD'] : []), ...(POST ? ['POST'] : []), 'OPTIONS'].join(', ');
  const route = app.route(path);
  if (GET) route.get(GET);
  if (POST) route.post(POST);
  route.all((request, response) => {
    response.set('Allow', allow);
    if (request.method !== 'OPTIONS') throw new MethodNotAllowed(request.method, allow);
    response.status(204).end();
  });
}

/** Whether failures on a path are reported as JSON rather than as a page. */
export function isApiPath(path: string): boolean {
  return /^\/(?:graphql|healthz|readyz|metrics)(?:\/|$)|\/(?:api|v1)(?:\/|$)/.test(path);
}
