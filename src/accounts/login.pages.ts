import type { Request, Response } from 'express';
import { inLanguage, type Text } from '../shared/text.js';
import type { AddressHandlers } from '../web/addresses.js';
import { CSRF_COOKIE, cookiesOf, SESSION_COOKIE } from '../web/cookies.js';
import type { Csrf } from '../web/csrf.js';
import { otherLanguages } from '../web/language-choice.js';
import { lookOf, rememberLook } from '../web/look.js';
import { takeNotice } from '../web/notice.js';
import type { PageRenderer } from '../web/page-renderer.js';
import { textField } from '../web/request-body.js';
import { safeNext } from '../web/safe-next.js';
import { NoActiveAccount } from './accounts.errors.js';
import { accountMessages } from './accounts.messages.js';
import { accountPaths, REGISTERED } from './accounts.paths.js';
import { accountPageMessages as say } from './accounts-pages.messages.js';
import type { AuditTrail } from './audit-trail.js';
import type { Authentication } from './authentication.js';
import type { Door } from './origin.js';
import type { Session } from './session.entity.js';
import { SESSION_SECONDS, type Sessions } from './sessions.js';

/** What the login and logout pages work with. */
export interface LoginPageParts {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly authentication: Authentication;
  readonly sessions: Sessions;
  readonly audit: AuditTrail;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
}

/** One of the doors with a form: the general login or the administration's. */
export interface LoginDoor {
  readonly path: string;
  readonly title: Text;
  readonly lead: Text;
  readonly staffOnly: boolean;
  readonly door: Door;
  /** Offered below the form where people may create an account. */
  readonly registerPath?: string;
}

/** The login of everybody (specification §4.2). */
export const generalDoor: LoginDoor = {
  path: accountPaths.login,
  title: say.loginTitle,
  lead: say.loginLead,
  staffOnly: false,
  door: 'form',
  registerPath: accountPaths.register,
};

/** The login of the administration: others count as wrong credentials (contract §2). */
export const adminDoor: LoginDoor = {
  path: accountPaths.adminLogin,
  title: say.adminLoginTitle,
  lead: say.adminLoginLead,
  staffOnly: true,
  door: 'admin',
};

const TEMPLATE = new URL('./login.page.eta', import.meta.url);

/** A login form: its page, and what its POST does. */
export function loginPage(door: LoginDoor, parts: LoginPageParts): AddressHandlers {
  parts.pages.prepare(TEMPLATE);
  return {
    GET: (request, response) => showForm(request, response, { door, parts, next: request.query.next }),
    POST: async (request, response) => {
      parts.csrf.verify(request);
      const username = textField(request.body, 'username');
      const next = textField(request.body, 'next');
      try {
        const password = textField(request.body, 'password');
        const { staffOnly } = door;
        const origin = { door: door.door, address: parts.addressOf(request) };
        const user = await parts.authentication.authenticate({ username, password, staffOnly, origin });
        await endPresentSession(request, parts);
        const visitor = { address: origin.address, userAgent: request.headers['user-agent'] };
        const secret = await parts.sessions.open(user, visitor);
        response.cookie(SESSION_COOKIE, secret, sessionCookie(parts));
        parts.csrf.rotate(request, response, secret);
        rememberLook(response, user, parts.secureCookies);
        response.redirect(safeNext(next));
      } catch (error) {
        if (!(error instanceof NoActiveAccount)) throw error;
        showForm(request, response, { door, parts, next, username, failed: true });
      }
    },
  };
}

/** Logout: ends the session, clears its cookies, and leads to the login (specification §4.3). */
export function logoutPage(parts: LoginPageParts): AddressHandlers {
  return {
    POST: async (request, response) => {
      parts.csrf.verify(request);
      const ended = await endPresentSession(request, parts);
      if (ended) {
        const { id: userId, username } = ended.user;
        const origin = { door: 'form', address: parts.addressOf(request) } as const;
        await parts.audit.record({ event: 'logout', result: 'success', origin, username, userId });
        rememberLook(response, ended.user, parts.secureCookies);
      }
      const { maxAge: _, ...cookie } = sessionCookie(parts);
      response.clearCookie(SESSION_COOKIE, cookie);
      response.clearCookie(CSRF_COOKIE, { path: '/' });
      response.redirect(accountPaths.login);
    },
  };
}

interface FormState {
  readonly door: LoginDoor;
  readonly parts: LoginPageParts;
  readonly next: unknown;
  readonly username?: string;
  readonly failed?: boolean;
}

function showForm(
  request: Request,
  response: Response,
  { door, parts, next, username = '', failed = false }: FormState,
) {
  const look = lookOf(request);
  const { language } = look;
  const asked = typeof next === 'string' ? next : '';
  parts.pages.send(response, {
    template: TEMPLATE,
    look,
    title: door.title[language],
    data: {
      say: inLanguage(say, language),
      lead: door.lead[language],
      action: door.path,
      registerPath: door.registerPath,
      csrfToken: parts.csrf.tokenFor(request, response),
      next: asked,
      otherLanguages: otherLanguages(language, door.path, asked === '' ? {} : { next: asked }),
      username,
      notice: takeNotice(request, response, REGISTERED) && say.registered[language],
      failure: failed && accountMessages.wrongCredentials[language],
    },
  });
}

/** The session that the browser came with has no cookie any more after this answer: it must not live on. */
async function endPresentSession(request: Request, { sessions }: LoginPageParts): Promise<Session | null> {
  const secret = cookiesOf(request)[SESSION_COOKIE];
  return secret === undefined ? null : sessions.end(secret);
}

function sessionCookie({ secureCookies }: LoginPageParts) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: secureCookies,
    maxAge: SESSION_SECONDS * 1000,
  } as const;
}
