import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { PermissionDenied } from '../../shared/errors.js';
import type { Viewer } from '../../shared/viewer.js';
import type { AddressHandlers } from '../requests/addresses.js';
import type { RequestViewers } from '../requests/request-viewers.js';
import type { Csrf } from '../security/csrf.js';
import { loginAddress } from '../security/safe-next.js';
import { appearanceOf, rememberAppearance } from './appearance.js';
import type { PageRenderer } from './page-renderer.js';

/** A page of the signed-in area: the client draws it, the server guards it. */
export interface ClientPage {
  readonly path: string;
  readonly title: Message;
  /** What the client loads for this page only, by its source path below `client/`. */
  readonly part?: string;
  /** Where the same can be read without JavaScript. */
  readonly withoutScript?: string;
  /** Where a visitor is sent to sign in. */
  readonly loginPath: string;
  /** Others who are signed in get 403. */
  readonly staffOnly?: true;
}

interface ClientPageDeps {
  readonly pages: PageRenderer;
  readonly requestViewers: RequestViewers;
  readonly csrf: Csrf;
  readonly secureCookies: boolean;
}

const TEMPLATE = new URL('./client.page.eta', import.meta.url);

/** What serves a page of the client: the shell for who may see it, 302 to the login for a visitor (contract 2). */
export function clientPage(
  page: ClientPage,
  { pages, requestViewers, csrf, secureCookies }: ClientPageDeps,
): AddressHandlers {
  pages.prepare(TEMPLATE);
  return {
    GET: async (request, response) => {
      const person = await requestViewers.personOf(request);
      if (!person) return response.redirect(loginAddress(page.loginPath, request.originalUrl));
      if (page.staffOnly && !person.isStaff) throw new PermissionDenied();
      // The client's forms and mutations take the token from the cookie.
      csrf.tokenFor(request, response);
      rememberAppearance(response, person.preferences, secureCookies);
      const appearance = appearanceOf(request, person.preferences);
      pages.send(response, {
        template: TEMPLATE,
        appearance,
        title: translate(page.title, appearance.language),
        entries: ['src/app.tsx', ...(page.part === undefined ? [] : [page.part])],
        data: { mount: 'app', viewer: JSON.stringify(shownViewer(person)), withoutScript: page.withoutScript },
      });
    },
  };
}

/** The signed-in user as written into the page, so that the client need not ask for it. */
function shownViewer({ username, firstName, isStaff }: Viewer) {
  return { username, firstName, isStaff };
}
