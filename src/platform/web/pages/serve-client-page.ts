import type { Request, RequestHandler, Response } from 'express';
import type { Language } from '../../../i18n/catalogues.js';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { Settings } from '../../../settings/settings.js';
import { PermissionDenied } from '../../../shared/errors/errors.js';
import { mayOperate } from '../../../shared/identity/role.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { readerUnitsOf } from '../../../shared/units/reader-units.js';
import { serverTimeZone } from '../../../shared/units/units.js';
import type { AddressHandlers } from '../requests/addresses.js';
import type { RequestViewers } from '../requests/request-viewers.js';
import type { Csrf } from '../security/csrf.js';
import { loginAddress } from '../security/safe-next.js';
import { type Appearance, rememberAppearance, resolveAppearance } from './appearance.js';
import { otherLanguages } from './language-choice.js';
import type { PageRenderer } from './page-renderer.js';

/**
 * A page rendered by the client and guarded by the server. It is part of the signed-in area, unless open to visitors.
 */
export interface ClientPage {
  readonly path: string;
  readonly title: Message;
  /** Module that the client loads only for this page, by its source path below `client/`. */
  readonly part?: string;
  /** Path of the version that works without JavaScript. */
  readonly withoutScript?: string;
  /** Path of the login that visitors are sent to. */
  readonly loginPath: string;
  /** Right that a signed-in user needs to open the page; others get 403. */
  readonly needs?: PageRight;
  /** Path that users who see no machines are sent to instead. */
  readonly withoutMachines?: string;
  /** Whether visitors may open the page too, in the shell without an account. Its queries must then be open to them. */
  readonly isOpenToVisitors?: (settings: VisitorSettings) => boolean;
}

/** Seeing machines, or a role. */
export type PageRight = 'MACHINES' | 'OPERATOR' | 'STAFF';

type VisitorSettings = Pick<Settings, 'publicConverter'>;

interface ClientPageDeps {
  readonly pages: PageRenderer;
  readonly requestViewers: RequestViewers;
  readonly csrf: Csrf;
  readonly secureCookies: boolean;
  readonly settings: VisitorSettings;
  /** Shown to visitors on the same path instead, if the page is open to them. */
  readonly forVisitors?: RequestHandler | undefined;
}

/** Redirect target for users who lack a required second factor. */
export const FACTOR_SETUP_PATH = '/conta/';

const TEMPLATE = new URL('./client.page.eta', import.meta.url);

/**
 * Serves a page of the client: the shell to those who may open it, 302 to the login for other visitors (contract 2).
 */
export function serveClientPage(
  page: ClientPage,
  { pages, requestViewers, csrf, secureCookies, settings, forVisitors }: ClientPageDeps,
): AddressHandlers {
  pages.prepare(TEMPLATE);
  const isOpen = page.isOpenToVisitors?.(settings) ?? false;
  const show = (request: Request, response: Response, { entry, appearance, data }: Shell) => {
    // The client's forms and mutations take the CSRF token from the cookie.
    csrf.tokenFor(request, response);
    pages.send(response, {
      template: TEMPLATE,
      appearance,
      title: translate(page.title, appearance.language),
      entries: [entry, ...(page.part === undefined ? [] : [page.part])],
      data: { mount: 'app', withoutScript: page.withoutScript, ...data },
    });
  };
  return {
    GET: async (request, response, next) => {
      const person = await requestViewers.identifyPerson(request);
      if (!person && isOpen) {
        const appearance = resolveAppearance(request);
        const languages = shownLanguages(appearance.language);
        return show(request, response, { entry: VISITOR_ENTRY, appearance, data: { languages } });
      }
      if (!person && forVisitors) return forVisitors(request, response, next);
      if (!person) return response.redirect(loginAddress(page.loginPath, request.originalUrl));
      if (person.lacksSecondFactor && page.path !== FACTOR_SETUP_PATH) return response.redirect(FACTOR_SETUP_PATH);
      if (page.withoutMachines && person.machines === 'NONE') return response.redirect(page.withoutMachines);
      requireRight(person, page);
      rememberAppearance(response, person.preferences, secureCookies);
      const appearance = resolveAppearance(request, person.preferences);
      show(request, response, { entry: SIGNED_IN_ENTRY, appearance, data: { viewer: shownViewer(person) } });
    },
  };
}

/** @throws {PermissionDenied} */
function requireRight(person: Viewer, { needs }: ClientPage): void {
  if (needs === 'STAFF' && !person.isStaff) throw new PermissionDenied();
  if (needs === 'OPERATOR' && !mayOperate(person)) throw new PermissionDenied('errors.forOperators');
  if (needs === 'MACHINES' && person.machines === 'NONE') throw new PermissionDenied('errors.seesNoMachines');
}

/** The frame around a page: one for signed-in users, one for visitors. */
interface Shell {
  readonly entry: string;
  readonly appearance: Appearance;
  /** Data written into the page for the client. */
  readonly data: Readonly<Record<string, string>>;
}

const SIGNED_IN_ENTRY = 'src/app.tsx';
const VISITOR_ENTRY = 'src/visitor-app.tsx';

/**
 * Serialises the signed-in user into the page, which saves the client a query and lets it show figures and times in the
 * user's units from the beginning.
 */
function shownViewer(viewer: Viewer): string {
  const { username, firstName, isStaff, lacksSecondFactor, machines, preferences } = viewer;
  const units = readerUnitsOf(preferences, serverTimeZone());
  const rights = {
    isStaff,
    mayOperate: mayOperate(viewer),
    ...(machines === 'NONE' && { seesNoMachines: true }),
    ...(lacksSecondFactor && { lacksSecondFactor }),
  };
  return JSON.stringify({ username, firstName, ...rights, units });
}

/** Serialises the languages offered to a visitor into the page, without URLs, which the client builds itself. */
function shownLanguages(present: Language): string {
  return JSON.stringify(otherLanguages(present, '').map(({ href: _, ...option }) => option));
}
