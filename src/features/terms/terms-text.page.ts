import type { RequestHandler } from 'express';
import { type Language, localeOf } from '../../i18n/catalogues.js';
import { message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { rememberAppearance, resolveAppearance } from '../../platform/web/pages/appearance.js';
import type { PageRenderer } from '../../platform/web/pages/page-renderer.js';
import { FACTOR_SETUP_PATH } from '../../platform/web/pages/serve-client-page.js';
import type { AddressHandlers } from '../../platform/web/requests/addresses.js';
import type { RequestViewers } from '../../platform/web/requests/request-viewers.js';
import { loginAddress } from '../../platform/web/security/safe-next.js';
import type { ShownTerms, ShownVersion } from './shown-terms.js';

interface TermsTextPageDeps {
  readonly pages: PageRenderer;
  readonly requestViewers: RequestViewers;
  readonly shownTerms: ShownTerms;
  readonly secureCookies: boolean;
  /** Path of the login page, for visitors. */
  readonly loginPath: string;
  /** Whether the terms can be read without an account. */
  readonly publicTerms: boolean;
}

const TEMPLATE = new URL('./terms-text.page.eta', import.meta.url);

/**
 * Server-rendered page of the terms, for browsers without JavaScript, and for visitors if they may read the terms
 * (contract 2, 6, 14).
 */
export function termsTextPage(deps: TermsTextPageDeps): AddressHandlers {
  return { GET: showTermsText(deps) };
}

/** Responds with the terms. Redirects visitors to the login unless the terms are public. */
export function showTermsText(deps: TermsTextPageDeps): RequestHandler {
  const { pages, requestViewers, shownTerms, secureCookies, loginPath, publicTerms } = deps;
  pages.prepare(TEMPLATE);
  return async (request, response) => {
    const person = await requestViewers.identifyPerson(request);
    if (!person && !publicTerms) return response.redirect(loginAddress(loginPath, request.originalUrl));
    if (person?.lacksSecondFactor && !publicTerms) return response.redirect(FACTOR_SETUP_PATH);
    if (person) rememberAppearance(response, person.preferences, secureCookies);
    const appearance = resolveAppearance(request, person?.preferences);
    const shown = await shownTerms.current();
    pages.send(response, {
      template: TEMPLATE,
      appearance,
      title: translate('ui.terms.title', appearance.language),
      data: shown
        ? { date: dateOf(shown, appearance.language), html: await shownTerms.html(shown) }
        : { date: translate('ui.terms.noneTitle', appearance.language) },
    });
  };
}

/**
 * Formats the date of the version, plus the date of its last edit if that was on another day, as the client's page
 * does.
 */
function dateOf({ createdAt, updatedAt }: ShownVersion, language: Language): string {
  const days = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long' });
  const [date, edited] = [days.format(createdAt), days.format(updatedAt)];
  const text = edited === date ? message('ui.terms.version', { date }) : message('ui.terms.edited', { date, edited });
  return translate(text, language);
}
