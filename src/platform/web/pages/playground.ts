import type { RequestHandler } from 'express';
import type { RequestViewers } from '../requests/request-viewers.js';
import type { Csrf } from '../security/csrf.js';
import { loginAddress } from '../security/safe-next.js';
import { playgroundHeaders } from '../security/security-headers.js';
import { resolveAppearance } from './appearance.js';
import type { PageRenderer } from './page-renderer.js';
import { FACTOR_SETUP_PATH } from './serve-client-page.js';

interface PlaygroundDeps {
  readonly pages: PageRenderer;
  readonly requestViewers: RequestViewers;
  readonly csrf: Csrf;
  readonly loginPath: string;
  readonly sendsHsts: boolean;
}

const TEMPLATE = new URL('./client.page.eta', import.meta.url);

/** Serves the playground to browsers that open the GraphQL path; passes any other GET on to GraphQL (contract 1). */
export function playground({ pages, requestViewers, csrf, loginPath, sendsHsts }: PlaygroundDeps): RequestHandler {
  pages.prepare(TEMPLATE);
  const setHeaders = playgroundHeaders({ sendsHsts });
  return async (request, response, next) => {
    const browserOpens = request.headers.accept?.includes('text/html');
    if (!browserOpens) return next();
    const person = await requestViewers.identifyPerson(request);
    if (!person) return response.redirect(loginAddress(loginPath, request.originalUrl));
    if (person.lacksSecondFactor) return response.redirect(FACTOR_SETUP_PATH);
    csrf.tokenFor(request, response);
    setHeaders(request, response, () =>
      pages.send(response, {
        template: TEMPLATE,
        appearance: resolveAppearance(request, person.preferences),
        title: 'Playground',
        entries: ['src/playground.tsx'],
        data: { mount: 'playground' },
      }),
    );
  };
}
