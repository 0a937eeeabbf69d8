import type { Request, Response } from 'express';
import type { Message } from '../../../i18n/message.js';
import { translate } from '../../../i18n/translate.js';
import type { AuditTrail } from '../../../platform/audit/audit-trail.js';
import type { LoginMethod } from '../../../platform/audit/origin.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import { takeFlashMessage } from '../../../platform/web/pages/flash-message.js';
import { otherLanguages } from '../../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import type { RequestViewers } from '../../../platform/web/requests/request-viewers.js';
import type { CredentialRules } from '../../../platform/web/security/credentials.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { addressWithNext } from '../../../platform/web/security/safe-next.js';
import { Busy, RateLimited } from '../../../shared/errors/errors.js';
import type { Viewer } from '../../../shared/identity/viewer.js';
import { DeviceClockOff, NoActiveAccount } from '../accounts.errors.js';
import { ACCOUNT_DELETED, accountPaths, PASSWORD_SET, REGISTERED } from '../accounts.paths.js';
import type { Admission } from '../invitations/admission.js';
import { BY_PASSKEY, type PasskeyLogin } from '../passkeys/passkey-login.js';
import { LoginExpired, OtpRequired, SecondFactorLost } from '../second-factor/second-factor.errors.js';
import type { SecondFactors } from '../second-factor/second-factors.js';
import type { FirstStep, SecondStep } from '../second-factor/second-step.js';
import type { Sessions } from '../sessions/sessions.js';
import { providerButton, type SignInProvider } from '../sign-in-provider.page.js';
import type { Authentication } from './authentication.js';
import { sendProved } from './proved.page.js';
import type { Reauthentication } from './reauthentication.js';
import { prepareSecondStep, showSecondStep } from './second-step.page.js';
import { enter, forgetEndedSession } from './session-cookie.page.js';

export interface LoginPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly credentialRules: CredentialRules;
  readonly authentication: Authentication;
  readonly passkeyLogin: PasskeyLogin;
  readonly secondFactors: SecondFactors;
  readonly secondStep: SecondStep;
  readonly reauthentication: Pick<Reauthentication, 'withProvider'>;
  readonly requestViewers: Pick<RequestViewers, 'identifyPerson'>;
  readonly sessions: Sessions;
  readonly audit: AuditTrail;
  readonly admission: Admission;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
  /** Provider at which people can sign in; undefined if there is none. */
  readonly provider: SignInProvider | undefined;
  /** Path of the converter, if visitors may use it. */
  readonly converterPath: string | undefined;
  /** Path for joining rooms, which doesn't require an account. */
  readonly roomPath: string;
}

/** A login form, either the general one or the administration's. */
export interface LoginForm {
  readonly path: string;
  /** Path to which a passkey response is posted instead of a password. */
  readonly passkeyPath: string;
  readonly title: Message;
  readonly lead: Message;
  readonly operatorsOnly: boolean;
  readonly method: LoginMethod;
  /** Destination if the user didn't request a particular page. */
  readonly home: string;
  /** Path of the registration link below the form, which is hidden while visitors cannot register. */
  readonly registerPath?: string;
}

/** Login form for every account (contract 3). */
export const generalLoginForm: LoginForm = {
  path: accountPaths.login,
  passkeyPath: accountPaths.passkeyLogin,
  title: 'accounts.pages.loginTitle',
  lead: 'accounts.pages.loginLead',
  operatorsOnly: false,
  method: 'form',
  home: '/',
  registerPath: accountPaths.register,
};

/**
 * Login form of the administration, which rejects accounts without the staff role as wrong credentials (contract 2).
 */
export const administrationLoginForm: LoginForm = {
  path: accountPaths.adminLogin,
  passkeyPath: accountPaths.adminPasskeyLogin,
  title: 'accounts.pages.adminLoginTitle',
  lead: 'accounts.pages.adminLoginLead',
  operatorsOnly: true,
  method: 'admin',
  home: '/admin/',
};

const TEMPLATE = new URL('./login.page.eta', import.meta.url);

/** Returns a login form's handlers: `GET` shows the form, `POST` submits it. */
export function loginPage(form: LoginForm, deps: LoginPageDeps): AddressHandlers {
  deps.pages.prepare(TEMPLATE);
  prepareSecondStep(deps.pages);
  return {
    GET: (request, response) => showLoginForm(request, response, { form, deps, next: request.query.next }),
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const proof = textField(request.body, 'proof');
      const next = textField(request.body, 'next');
      await (proof === ''
        ? takeFirstStep(request, response, { form, deps, next })
        : takeSecondStep(request, response, { form, deps, next, proof }));
    },
  };
}

interface Login {
  readonly form: LoginForm;
  readonly deps: LoginPageDeps;
  /** Destination; if empty, the form's `home`. */
  readonly next: string;
}

async function takeFirstStep(request: Request, response: Response, login: Login): Promise<void> {
  const { form, deps, next } = login;
  const username = textField(request.body, 'username');
  try {
    const password = textField(request.body, 'password');
    const { operatorsOnly } = form;
    const origin = { method: form.method, address: deps.addressOf(request) };
    const user = await deps.authentication.authenticate({ username, password, operatorsOnly, origin });
    await enter(request, response, { ...login, user });
  } catch (error) {
    if (error instanceof OtpRequired) {
      const { operatorsOnly } = form;
      const proof = deps.secondStep.issueProof(error.user, { operatorsOnly });
      return showSecondStep(request, response, { ...login, proof, userId: error.user.id });
    }
    if (!(error instanceof NoActiveAccount || error instanceof SecondFactorLost)) throw error;
    const failure = error instanceof SecondFactorLost ? error.text : 'accounts.wrongCredentials';
    await showLoginForm(request, response, { form, deps, next, username, failure });
  }
}

async function takeSecondStep(
  request: Request,
  response: Response,
  { proof, ...login }: Login & { readonly proof: string },
): Promise<void> {
  const { form, deps, next } = login;
  const otp = textField(request.body, 'otp');
  const passkey = textField(request.body, 'response');
  let step: FirstStep | undefined;
  try {
    const first = deps.secondStep.read(proof);
    step = { ...first, operatorsOnly: first.operatorsOnly || form.operatorsOnly };
    const { source, sessionId } = first;
    const isProviders = source !== undefined || sessionId !== undefined;
    const origin = { method: isProviders ? 'oidc' : form.method, address: deps.addressOf(request) } as const;
    const asking = sessionId === undefined ? undefined : await requireSession(request, deps, sessionId);
    const user = await deps.authentication.finish(
      passkey === ''
        ? { step, origin, check: (user, onClockOff) => deps.secondFactors.use(user, otp, origin, onClockOff) }
        : {
            step,
            origin,
            check: ({ id }) => deps.passkeyLogin.isSecondFactor(id, passkey, origin),
            details: BY_PASSKEY,
          },
    );
    if (!asking) return await enter(request, response, { ...login, user, source });
    await deps.reauthentication.withProvider(asking, origin);
    sendProved(request, response, deps.pages);
  } catch (error) {
    if (error instanceof LoginExpired) {
      return showLoginForm(request, response, { form, deps, next, failure: 'accounts.loginExpired' });
    }
    if (!(error instanceof NoActiveAccount || error instanceof RateLimited) || !step) throw error;
    const { userId, sessionId } = step;
    const state = { ...login, proof, userId, asksAgain: sessionId !== undefined, failedCode: otp };
    // Keeps the form open, since a recovery code may still work after too many wrong app codes.
    if (error instanceof RateLimited) return showSecondStep(request, response, { ...state, refusal: error });
    const failure = passkey === '' ? 'accounts.codeWrong' : 'accounts.passkeys.loginFailed';
    const reason = error instanceof DeviceClockOff ? error.text : failure;
    await showSecondStep(request, response, { ...state, failure: reason });
  }
}

/** Returns the viewer of the session that asked for credentials again. @throws {LoginExpired} in any other */
async function requireSession(request: Request, { requestViewers }: LoginPageDeps, sessionId: string): Promise<Viewer> {
  const viewer = await requestViewers.identifyPerson(request);
  if (viewer?.credential.kind !== 'session' || viewer.credential.sessionId !== sessionId) throw new LoginExpired();
  return viewer;
}

interface FormState {
  readonly form: LoginForm;
  readonly deps: LoginPageDeps;
  readonly next: unknown;
  readonly username?: string;
  readonly failure?: Message;
}

/**
 * Whether to offer registration. Returns true if the database is unavailable: the registration page itself reports that
 * registration is closed.
 */
async function mayBeOpen({ admission }: LoginPageDeps): Promise<boolean> {
  return admission.isOpen().catch((error: unknown) => {
    if (error instanceof Busy) return true;
    throw error;
  });
}

/** Sends a login form with the typed values and the reason for the failure. */
export async function showLoginForm(
  request: Request,
  response: Response,
  { form, deps, next, username, failure }: FormState,
): Promise<void> {
  const hasEnded = await forgetEndedSession(request, response, deps);
  const notice = takeNotice(response, deps);
  const offersRegistration = form.registerPath !== undefined && !deps.provider?.isOnly && (await mayBeOpen(deps));
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  const requestedPage = typeof next === 'string' ? next : '';
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate(form.title, language),
    data: {
      lead: translate(form.lead, language),
      action: form.path,
      registerPath: offersRegistration && addressWithNext(form.registerPath ?? '', next),
      forgottenPath: accountPaths.forgottenPassword,
      converterPath: form.operatorsOnly ? undefined : deps.converterPath,
      roomPath: form.operatorsOnly ? undefined : deps.roomPath,
      csrfToken: deps.csrf.tokenFor(request, response),
      next: requestedPage,
      otherLanguages: otherLanguages(language, form.path, requestedPage === '' ? {} : { next: requestedPage }),
      username: username ?? notice?.username ?? '',
      notice: notice && translate(notice.text, language),
      reason: hasEnded && translate('accounts.pages.sessionEnded', language),
      failure: failure && translate(failure, language),
      areFieldsWrong: failure === 'accounts.wrongCredentials',
      // The administration's button leads back to it.
      provider: providerButton(deps.provider, { next: requestedPage === '' ? form.home : requestedPage, language }),
      isFormOpen: !deps.provider?.isOnly || failure !== undefined,
      passkeys: deps.passkeyLogin.origin && { origin: deps.passkeyLogin.origin, path: form.passkeyPath },
    },
  });
}

interface Notice {
  readonly text: Message;
  readonly username: string;
}

/** Returns and clears the previous page's flash message. */
function takeNotice(response: Response, { secureCookies }: LoginPageDeps): Notice | undefined {
  for (const [name, text] of NOTICES) {
    const username = takeFlashMessage(response, name, secureCookies);
    if (username !== null) return { text, username };
  }
  return undefined;
}

const NOTICES: readonly (readonly [name: string, text: Message])[] = [
  [REGISTERED, 'accounts.pages.registered'],
  [PASSWORD_SET, 'accounts.pages.passwordSet'],
  [ACCOUNT_DELETED, 'accounts.pages.accountDeleted'],
];
