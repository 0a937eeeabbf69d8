import type { Request, Response } from 'express';
import { type Message, message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { appearanceOf } from '../../platform/web/pages/appearance.js';
import { otherLanguages } from '../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../platform/web/pages/page-renderer.js';
import { accountPaths } from './accounts.paths.js';

/** A page that says one thing about an account, with a way to the login. */
export interface AccountNotice {
  /** Where it is shown, for the links to the other languages. */
  readonly path: string;
  readonly title: Message;
  readonly text: Message;
  readonly more?: readonly Message[];
  readonly status?: number;
  /** What can be done beside logging in. */
  readonly action?: { readonly href: string; readonly label: Message };
}

const TEMPLATE = new URL('./account-notice.page.eta', import.meta.url);

/** Reads the template; done when the service is put together. */
export function prepareAccountNotice(pages: PageRenderer): void {
  pages.prepare(TEMPLATE);
}

/** Answers with such a page. */
export function sendAccountNotice(pages: PageRenderer, request: Request, response: Response, notice: AccountNotice) {
  const appearance = appearanceOf(request);
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

/** Whom to ask, in a sentence: the contact of the settings, else whoever runs the service. */
export function whomToAsk(contact: string | undefined): Message {
  return contact === undefined ? 'accounts.pages.askTheStaff' : message('accounts.pages.askContact', { contact });
}
