import type { Request, Response } from 'express';
import { message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import { otherLanguages } from '../../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { prepareAccountNotice, sendAccountNotice, whomToAsk } from '../account-notice.page.js';
import { accountPaths } from '../accounts.paths.js';
import { RESET_MINUTES } from './password-reset-mail.js';
import { type PasswordResets, REQUESTS_OF_ADDRESS_AN_HOUR } from './password-resets.js';

export interface ForgottenPasswordPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly passwordResets: PasswordResets;
  readonly addressOf: (request: Request) => string;
  /** Contact shown to users who need help. */
  readonly contact: string | undefined;
}

const TEMPLATE = new URL('./forgotten-password.page.eta', import.meta.url);

/**
 * Asks for an account's address and has a mail sent to it. Shows the contact instead while mail is off (contract 14).
 */
export function forgottenPasswordPage(deps: ForgottenPasswordPageDeps): AddressHandlers {
  const { pages, csrf, passwordResets, addressOf } = deps;
  pages.prepare(TEMPLATE);
  prepareAccountNotice(pages);
  return {
    GET: (request, response) => {
      if (!passwordResets.isOn) return saysWhomToAsk(request, response, deps);
      showForm(request, response, { deps, email: '' });
    },
    POST: async (request, response) => {
      csrf.verify(request);
      if (!passwordResets.isOn) return saysWhomToAsk(request, response, deps);
      const email = textField(request.body, 'email');
      const origin = { method: 'form', address: addressOf(request) } as const;
      try {
        await passwordResets.request(email, origin, resolveAppearance(request).language);
        saysThatItIsOnItsWay(request, response, deps);
      } catch (error) {
        if (!(error instanceof InvalidFields)) throw error;
        showForm(request, response, { deps, email, fault: error });
      }
    },
  };
}

function saysWhomToAsk(request: Request, response: Response, { pages, contact }: ForgottenPasswordPageDeps): void {
  sendAccountNotice(pages, request, response, {
    path: accountPaths.forgottenPassword,
    title: 'accounts.pages.forgottenTitle',
    text: 'accounts.pages.forgottenWithoutMail',
    more: [whomToAsk(contact)],
  });
}

/** Shows the same page whether or not an account exists. */
function saysThatItIsOnItsWay(request: Request, response: Response, { pages, contact }: ForgottenPasswordPageDeps) {
  sendAccountNotice(pages, request, response, {
    path: accountPaths.forgottenPassword,
    title: 'accounts.pages.linkSentTitle',
    text: message('accounts.pages.linkSent', { minutes: RESET_MINUTES }),
    more: [message('accounts.pages.linkNotThere', { max: REQUESTS_OF_ADDRESS_AN_HOUR }), whomToAsk(contact)],
  });
}

interface FormState {
  readonly deps: ForgottenPasswordPageDeps;
  readonly email: string;
  readonly fault?: InvalidFields;
}

function showForm(request: Request, response: Response, { deps, email, fault }: FormState): void {
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate('accounts.pages.forgottenTitle', language),
    data: {
      csrfToken: deps.csrf.tokenFor(request, response),
      loginPath: accountPaths.login,
      otherLanguages: otherLanguages(language, accountPaths.forgottenPassword),
      email,
      faults: (fault?.details.fields?.email ?? []).map((text) => translate(text, language)),
    },
  });
}
