import type { Request, Response } from 'express';
import type { AuditTrail } from '../../audit/audit-trail.js';
import type { LoginMethod } from '../../audit/origin.js';
import type { Message } from '../../i18n/message.js';
import { translate } from '../../i18n/translate.js';
import { appearanceOf, rememberAppearance } from '../../web/pages/appearance.js';
import { takeFlashMessage } from '../../web/pages/flash-message.js';
import { otherLanguages } from '../../web/pages/language-choice.js';
import type { PageRenderer } from '../../web/pages/page-renderer.js';
import type { AddressHandlers } from '../../web/requests/addresses.js';
import { textField } from '../../web/requests/request-body.js';
import { cookiesOf, SESSION_COOKIE } from '../../web/security/cookies.js';
import type { Csrf } from '../../web/security/csrf.js';
import { addressWithNext, safeNext } from '../../web/security/safe-next.js';
import { NoActiveAccount } from '../accounts.errors.js';
import { accountPaths, REGISTERED } from '../accounts.paths.js';
import type { Session } from '../sessions/session.entity.js';
import { isSessionSecret, SESSION_SECONDS, type Sessions } from '../sessions/sessions.js';
import type { Authentication } from './authentication.js';

/** What the login and logout pages work with. */
export interface LoginPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly audit: AuditTrail;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
}

/** A login form: the general one, or the administration's. */
export interface LoginForm {
  readonly path: string;
  readonly title: Message;
  readonly lead: Message;
  readonly staffOnly: boolean;
  readonly method: LoginMethod;
  /** Where it leads when no page was requested. */
  readonly home: string;
  /** The link to the registration below the form, if it has one. */
  readonly registerPath?: string;
}

/** The login for all accounts (contract 3). */
export const generalLoginForm: LoginForm = {
  path: accountPaths.login,
  title: 'accounts.pages.loginTitle',
  lead: 'accounts.pages.loginLead',
  staffOnly: false,
  method: 'form',
  home: '/',
  registerPath: accountPaths.register,
};

/** The login of the administration: an account without the staff role counts as wrong credentials (contract 2). */
export const administrationLoginForm: LoginForm = {
  path: accountPaths.adminLogin,
  title: 'accounts.pages.adminLoginTitle',
  lead: 'accounts.pages.adminLoginLead',
  staffOnly: true,
  method: 'admin',
  home: '/admin/',
};

const TEMPLATE = new URL('./login.page.eta', import.meta.url);

/** A login form: its page, and what its POST does. */
export function loginPage(form: LoginForm, deps: LoginPageDeps): AddressHandlers {
  deps.pages.prepare(TEMPLATE);
  return {
    GET: (request, response) => showForm(request, response, { form, deps, next: request.query.next }),
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const username = textField(request.body, 'username');
      const next = textField(request.body, 'next');
      try {
        const password = textField(request.body, 'password');
        const { staffOnly } = form;
        const origin = { method: form.method, address: deps.addressOf(request) };
        const user = await deps.authentication.authenticate({ username, password, staffOnly, origin });
        await endPresentSession(request, deps);
        const visitor = { address: origin.address, userAgent: request.headers['user-agent'] };
        const secret = await deps.sessions.open(user, visitor);
        response.cookie(SESSION_COOKIE, secret, sessionCookie(deps));
        deps.csrf.rotate(request, response, secret);
        rememberAppearance(response, user, deps.secureCookies);
        response.redirect(next === '' ? form.home : safeNext(next));
      } catch (error) {
        if (!(error instanceof NoActiveAccount)) throw error;
        await showForm(request, response, { form, deps, next, username, failed: true });
      }
    },
  };
}

/** Logout: ends the session, clears its cookies, and leads to the login (contract 3). */
export function logoutPage(deps: LoginPageDeps): AddressHandlers {
  return {
    POST: async (request, response) => {
      deps.csrf.verify(request);
      const ended = await endPresentSession(request, deps);
      if (ended) {
        const { id: userId, username } = ended.user;
        const origin = { method: 'form', address: deps.addressOf(request) } as const;
        await deps.audit.record({ event: 'logout', result: 'success', origin, username, userId });
        rememberAppearance(response, ended.user, deps.secureCookies);
      }
      clearSessionCookie(response, deps);
      deps.csrf.clear(response);
      response.redirect(accountPaths.login);
    },
  };
}

interface FormState {
  readonly form: LoginForm;
  readonly deps: LoginPageDeps;
  readonly next: unknown;
  readonly username?: string;
  readonly failed?: boolean;
}

async function showForm(
  request: Request,
  response: Response,
  { form, deps, next, username, failed = false }: FormState,
) {
  const hasEnded = await forgetEndedSession(request, response, deps);
  const registered = takeFlashMessage(response, REGISTERED, deps.secureCookies);
  const appearance = appearanceOf(request);
  const { language } = appearance;
  const requestedPage = typeof next === 'string' ? next : '';
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate(form.title, language),
    data: {
      lead: translate(form.lead, language),
      action: form.path,
      registerPath: form.registerPath && addressWithNext(form.registerPath, next),
      csrfToken: deps.csrf.tokenFor(request, response),
      next: requestedPage,
      otherLanguages: otherLanguages(language, form.path, requestedPage === '' ? {} : { next: requestedPage }),
      username: username ?? registered ?? '',
      notice: registered !== null && translate('accounts.pages.registered', language),
      reason: hasEnded && translate('accounts.pages.sessionEnded', language),
      failure: failed && translate('accounts.wrongCredentials', language),
    },
  });
}

/**
 * Whether the browser still has the cookie of a session that is no more: somebody ended it elsewhere, since a logout takes
 * the cookie away and it lasts no longer than its session. The response takes it away, so that this is said once. So does
 * it with a cookie of the same name that another application left, of which nothing is said.
 */
async function forgetEndedSession(request: Request, response: Response, deps: LoginPageDeps): Promise<boolean> {
  const secret = cookiesOf(request)[SESSION_COOKIE];
  if (secret === undefined || (await deps.sessions.find(secret))) return false;
  clearSessionCookie(response, deps);
  deps.csrf.forgetSession(request);
  return isSessionSecret(secret);
}

function clearSessionCookie(response: Response, deps: LoginPageDeps): void {
  const { maxAge: _, ...cookie } = sessionCookie(deps);
  response.clearCookie(SESSION_COOKIE, cookie);
}

/** After this response the browser no longer has the cookie of its present session, so the session must end too. */
async function endPresentSession(request: Request, { sessions }: LoginPageDeps): Promise<Session | null> {
  const secret = cookiesOf(request)[SESSION_COOKIE];
  return secret === undefined ? null : sessions.end(secret);
}

function sessionCookie({ secureCookies }: LoginPageDeps) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: secureCookies,
    maxAge: SESSION_SECONDS * 1000,
  } as const;
}
