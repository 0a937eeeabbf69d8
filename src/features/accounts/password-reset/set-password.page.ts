import type { Request, Response } from 'express';
import { message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import { setFlashMessage } from '../../../platform/web/pages/flash-message.js';
import { otherLanguages } from '../../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { type CredentialRules, credentials } from '../../../platform/web/security/credentials.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { errorKinds, type FieldErrors } from '../../../shared/errors/vigia-error.js';
import { prepareAccountNotice, sendAccountNotice } from '../account-notice.page.js';
import { accountPaths, PASSWORD_SET, RESET_PARAMETER } from '../accounts.paths.js';
import { NEW_PASSWORD_FIELDS, shownFields } from '../form-fields.js';
import { isLinkToken } from '../link-tokens.js';
import type { User } from '../users/user.entity.js';
import { ResetLinkNotValid } from './password-reset.errors.js';
import { RESET_MINUTES } from './password-reset-mail.js';
import type { PasswordResets } from './password-resets.js';

export interface SetPasswordPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly credentialRules: CredentialRules;
  readonly passwordResets: PasswordResets;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
}

const TEMPLATE = new URL('./set-password.page.eta', import.meta.url);

/** Cookie that contains the link's token while the form is open. */
const RESET_COOKIE = credentials.resetLink.cookie;

/**
 * Sets an account's password with a mailed link (contract 14). Opening the link does not use it up, since mail scanners
 * open links too: it moves the token into a cookie of this page and redirects to the form, so the token leaks through
 * neither a referrer nor the browser's history.
 */
export function setPasswordPage(deps: SetPasswordPageDeps): AddressHandlers {
  const { pages, csrf, credentialRules, passwordResets, addressOf, secureCookies } = deps;
  pages.prepare(TEMPLATE);
  prepareAccountNotice(pages);
  return {
    GET: async (request, response) => {
      response.set('Referrer-Policy', 'no-referrer');
      const token = request.query[RESET_PARAMETER];
      const counts = credentialRules.counts('resetLink', 'page', request);
      if (counts && typeof token === 'string' && isLinkToken(token)) {
        response.cookie(RESET_COOKIE, token, { ...cookie(deps), maxAge: RESET_MINUTES * 60_000 });
        return response.redirect(accountPaths.setPassword);
      }
      const user = await passwordResets.findOwner(credentialRules.cookieOf('resetLink', 'page', request) ?? '');
      if (!user) return sayOver(request, response, deps);
      showForm(request, response, { deps, user, faults: {} });
    },
    POST: async (request, response) => {
      csrf.verify(request);
      const token = credentialRules.cookieOf('resetLink', 'form', request) ?? '';
      const typed = {
        password1: textField(request.body, 'password1'),
        password2: textField(request.body, 'password2'),
      };
      try {
        const { username } = await passwordResets.setPassword(token, typed, {
          method: 'form',
          address: addressOf(request),
        });
        response.clearCookie(RESET_COOKIE, cookie(deps));
        setFlashMessage(response, { name: PASSWORD_SET, about: username }, secureCookies);
        response.redirect(accountPaths.login);
      } catch (error) {
        if (error instanceof ResetLinkNotValid) return sayOver(request, response, deps);
        const user = error instanceof InvalidFields ? await passwordResets.findOwner(token) : null;
        if (!user) throw error;
        showForm(request, response, { deps, user, faults: (error as InvalidFields).details.fields ?? {} });
      }
    },
  };
}

function cookie({ secureCookies }: SetPasswordPageDeps) {
  return { httpOnly: true, sameSite: 'lax', path: accountPaths.setPassword, secure: secureCookies } as const;
}

function sayOver(request: Request, response: Response, deps: SetPasswordPageDeps): void {
  const error = new ResetLinkNotValid();
  response.clearCookie(RESET_COOKIE, cookie(deps));
  sendAccountNotice(deps.pages, request, response, {
    path: accountPaths.setPassword,
    status: errorKinds[error.kind].status,
    title: 'accounts.pages.linkOverTitle',
    text: error.text,
    action: { href: accountPaths.forgottenPassword, label: 'accounts.pages.askForAnotherLink' },
  });
}

interface FormState {
  readonly deps: SetPasswordPageDeps;
  readonly user: User;
  readonly faults: FieldErrors;
}

function showForm(request: Request, response: Response, { deps, user: { username }, faults }: FormState): void {
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  // With `no-referrer`, the browser would submit the form with `Origin: null`. The form's own URL contains no secret.
  response.set('Referrer-Policy', 'same-origin');
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate('accounts.pages.setPasswordTitle', language),
    data: {
      csrfToken: deps.csrf.tokenFor(request, response),
      lead: translate(message('accounts.pages.setPasswordLead', { username }), language),
      username,
      otherLanguages: otherLanguages(language, accountPaths.setPassword),
      fields: shownFields({ fields: NEW_PASSWORD_FIELDS, values: {}, faults, language }),
    },
  });
}
