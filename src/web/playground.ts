import type { RequestHandler } from 'express';
import type { CallerLookup } from './caller.js';
import type { Csrf } from './csrf.js';
import { lookOf } from './look.js';
import type { PageRenderer } from './page-renderer.js';
import { loginAddress } from './safe-next.js';
import { playgroundPolicy } from './security-headers.js';

interface PlaygroundParts {
  readonly pages: PageRenderer;
  readonly callers: CallerLookup;
  readonly csrf: Csrf;
  readonly loginPath: string;
}

const TEMPLATE = new URL('./client.page.eta', import.meta.url);

/** The playground for a browser that opens the GraphQL address; any other GET goes on to GraphQL (contract §1). */
export function playground({ pages, callers, csrf, loginPath }: PlaygroundParts): RequestHandler {
  pages.prepare(TEMPLATE);
  const policy = playgroundPolicy();
  return async (request, response, next) => {
    const browserOpens = request.headers.accept?.includes('text/html');
    if (!browserOpens) return next();
    const person = await callers.personOf(request);
    if (!person) return response.redirect(loginAddress(loginPath, request.originalUrl));
    csrf.tokenFor(request, response);
    policy(request, response, () =>
      pages.send(response, {
        template: TEMPLATE,
        look: lookOf(request, person.preferences),
        title: 'Playground',
        entries: ['src/playground.tsx'],
        data: { mount: 'playground', viewer: '{}' },
      }),
    );
  };
}
