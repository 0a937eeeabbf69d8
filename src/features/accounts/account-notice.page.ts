import type { Request, Response } from 'express';
import { type Message, message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { resolveAppearance } from '../../platform/web/pages/appearance.js';
import { otherLanguages } from '../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../platform/web/pages/page-renderer.js';
import { accountPaths } from './accounts.paths.js';

/** A page with a single message about an account and a link to the login page. */
export interface AccountNotice {
  /** Path of the page, used by the links to its other languages. */
  readonly path: string;
  readonly title: Message;
  readonly text: Message;
  readonly more?: readonly Message[];
  readonly status?: number;
  /** Alternative to the login link. */
  readonly action?: { readonly href: string; readonly label: Message };
}

const TEMPLATE = new URL('./account-notice.page.eta', import.meta.url);

/** Loads the template at startup. */
export function prepareAccountNotice(pages: PageRenderer): void {
  pages.prepare(TEMPLATE);
}

export function sendAccountNotice(pages: PageRenderer, request: Request, response: Response, notice: AccountNotice) {
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  const { path, title, text, more = [], status = 200, action } = notice;
  pages.send(response, {
    template: TEMPLATE,
    appearance,
    status,
    title: translate(title, language),
    data: {
      text: translate(text, language),
      more: more.map((line) => translate(line, language)),
      action: action && { href: action.href, label: translate(action.label, language) },
      loginPath: accountPaths.login,
      otherLanguages: otherLanguages(language, path),
    },
  });
}

/** Returns a message naming the configured contact or, without one, the operator. */
export function whomToAsk(contact: string | undefined): Message {
  return contact === undefined ? 'accounts.pages.askTheStaff' : message('accounts.pages.askContact', { contact });
}
