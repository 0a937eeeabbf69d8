import type { Request, Response } from 'express';
import { type Message, message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import { answerInJson } from '../../../platform/web/pages/error-handler.js';
import { setFlashMessage } from '../../../platform/web/pages/flash-message.js';
import { detectLanguage } from '../../../platform/web/pages/language.js';
import { otherLanguages } from '../../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import type { CredentialRules } from '../../../platform/web/security/credentials.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { addressWithNext, safeNext } from '../../../platform/web/security/safe-next.js';
import { InvalidFields, RateLimited } from '../../../shared/errors/errors.js';
import { errorKinds, type FieldErrors, fieldTexts } from '../../../shared/errors/vigia-error.js';
import { prepareAccountNotice, sendAccountNotice, whomToAsk } from '../account-notice.page.js';
import { accountPaths, INVITATION_PARAMETER, REGISTERED } from '../accounts.paths.js';
import { shownFields } from '../form-fields.js';
import type { Admission } from '../invitations/admission.js';
import type { Invitation } from '../invitations/invitation.entity.js';
import { RegistrationClosed } from '../invitations/invitations.errors.js';
import { providerButton, type SignInProvider } from '../sign-in-provider.page.js';
import type { Registration } from './registration.js';
import { faultsByFormName, REGISTRATION_FIELDS, readForm, typedValues } from './registration-fields.page.js';

export interface RegisterPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly credentialRules: CredentialRules;
  readonly registration: Registration;
  readonly admission: Admission;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
  /** Provider at which people can sign in; undefined if there is none. */
  readonly provider: SignInProvider | undefined;
  /** Contact shown to visitors who may not register. */
  readonly contact: string | undefined;
  /** Path at which the terms can be read without an account; undefined if an account is required. */
  readonly termsPath: string | undefined;
}

const TEMPLATE = new URL('./register.page.eta', import.meta.url);

/**
 * The registration form (contract 3). A successful registration redirects to the login page, which continues to `next`.
 * An invalid form is shown again with the typed values, except the passwords. With `Accept: application/json` the
 * responses are 201, 400, 403 and 429, in JSON. Visitors who may not register get a 403 page with the contact (contract
 * 14).
 */
export function registerPage(deps: RegisterPageDeps): AddressHandlers {
  const { pages, csrf, credentialRules, registration, addressOf, secureCookies } = deps;
  pages.prepare(TEMPLATE);
  prepareAccountNotice(pages);
  return {
    GET: async (request, response) => {
      const counts = credentialRules.counts('invitation', 'page', request);
      const token = counts ? tokenOf(request.query[INVITATION_PARAMETER]) : '';
      const { next } = request.query;
      try {
        await openForm(request, response, { deps, next, token, values: {}, faults: {} });
      } catch (error) {
        if (!(error instanceof RegistrationClosed)) throw error;
        await sayClosed(request, response, { deps, error, next });
      }
    },
    POST: async (request, response) => {
      csrf.verify(request);
      const form = readForm(request.body);
      const next = textField(request.body, 'next');
      const token = tokenOf(textField(request.body, INVITATION_PARAMETER));
      const origin = { method: 'form', address: addressOf(request) } as const;
      const wantsJson = request.accepts(['html', 'json']) === 'json';
      try {
        const { language } = resolveAppearance(request);
        const created = await registration.register(form, origin, { language, invitation: token });
        const { username, email, firstName } = created;
        if (wantsJson) return void response.status(201).json({ username, email, first_name: firstName });
        setFlashMessage(response, { name: REGISTERED, about: username }, secureCookies);
        response.redirect(addressWithNext(accountPaths.login, next));
      } catch (error) {
        const isRefused = error instanceof RateLimited || error instanceof RegistrationClosed;
        if (wantsJson && isRefused) return answerInJson(response, error);
        if (error instanceof RegistrationClosed) return sayClosed(request, response, { deps, error, next });
        if (!(error instanceof InvalidFields)) throw error;
        const faults = faultsByFormName(error);
        if (wantsJson) response.status(400).json({ errors: fieldTexts(faults, detectLanguage(request)) });
        else await openForm(request, response, { deps, next, token, values: typedValues(form), faults });
      }
    },
  };
}

/** Returns the invitation token from the URL or the form; empty for none. */
function tokenOf(given: unknown): string {
  return typeof given === 'string' ? given.slice(0, TOKEN_MAX_LENGTH) : '';
}

/** Exceeds the length of a token, so truncating a text cannot produce a valid one. */
const TOKEN_MAX_LENGTH = 100;

interface Refusal {
  readonly deps: RegisterPageDeps;
  readonly error: RegistrationClosed;
  readonly next: unknown;
}

/**
 * Explains why there is no form and shows the contact. If only the invitation is invalid, links to the form without it.
 */
async function sayClosed(request: Request, response: Response, { deps, error, next }: Refusal): Promise<void> {
  const isOpen = await deps.admission.isOpen();
  const href = addressWithNext(accountPaths.register, next);
  sendAccountNotice(deps.pages, request, response, {
    path: accountPaths.register,
    status: errorKinds[error.kind].status,
    title: isOpen ? 'accounts.pages.invitationOverTitle' : 'accounts.pages.registrationClosedTitle',
    text: error.text,
    more: [whomToAsk(deps.contact)],
    ...(isOpen && { action: { href, label: 'accounts.pages.registerWithout' } }),
  });
}

interface FormState {
  readonly deps: RegisterPageDeps;
  /** The page requested before the login. */
  readonly next: unknown;
  /** Token of an invitation; empty for none. */
  readonly token: string;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: FieldErrors;
}

/** Shows the form to visitors who may register. @throws {RegistrationClosed} for others. */
async function openForm(request: Request, response: Response, state: FormState): Promise<void> {
  const { deps, next, token, values, faults } = state;
  const invitation = await deps.admission.admit(token);
  if (deps.provider?.isOnly && !deps.provider.createsAccounts) throw new RegistrationClosed('closed');
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  const asked = safeNext(next);
  const kept = { ...(asked !== '/' && { next: asked }), ...(invitation && { [INVITATION_PARAMETER]: token }) };
  const shown = invitation?.email ? { email: invitation.email, ...values } : values;
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate('accounts.pages.registerTitle', language),
    data: {
      csrfToken: deps.csrf.tokenFor(request, response),
      loginPath: addressWithNext(accountPaths.login, next),
      next: asked,
      invitation: invitation && translate(saysWhomFor(invitation), language),
      invitationParameter: INVITATION_PARAMETER,
      invitationToken: invitation && token,
      provider: deps.provider?.createsAccounts
        ? providerButton(deps.provider, { next: asked, invitation: invitation ? token : '', language })
        : undefined,
      isProviderOnly: deps.provider?.isOnly === true,
      otherLanguages: otherLanguages(language, accountPaths.register, kept),
      fields: shownFields({ fields: REGISTRATION_FIELDS, values: shown, faults, language }),
      termsPath: deps.termsPath,
    },
  });
}

function saysWhomFor({ email, isStaff }: Invitation): Message {
  if (email === null) return isStaff ? 'accounts.pages.invitedStaff' : 'accounts.pages.invited';
  return message(isStaff ? 'accounts.pages.invitedStaffAs' : 'accounts.pages.invitedAs', { email });
}
