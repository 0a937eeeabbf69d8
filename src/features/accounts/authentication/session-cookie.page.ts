import type { Request, Response } from 'express';
import { rememberAppearance } from '../../../platform/web/pages/appearance.js';
import { type CredentialRules, credentials } from '../../../platform/web/security/credentials.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { safeNext } from '../../../platform/web/security/safe-next.js';
import type { Session } from '../sessions/session.entity.js';
import type { SessionSource } from '../sessions/session-source.js';
import { isSessionSecret, SESSION_SECONDS, type Sessions } from '../sessions/sessions.js';
import type { User } from '../users/user.entity.js';

interface SessionCookieDeps {
  readonly credentialRules: CredentialRules;
  readonly csrf: Csrf;
  readonly sessions: Sessions;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
}

interface Entry {
  readonly user: User;
  readonly form: { readonly home: string };
  readonly deps: SessionCookieDeps;
  /** Destination; if empty, the form's home. */
  readonly next: string;
  /** The login at a provider, if that is how the user signed in. */
  readonly source?: SessionSource | undefined;
}

/** Opens a session for an authenticated account, replacing the browser's current one. @throws {NoActiveAccount} */
export async function enter(
  request: Request,
  response: Response,
  { user, form, deps, next, source }: Entry,
): Promise<void> {
  await endPresentSession(request, deps);
  const visitor = { address: deps.addressOf(request), userAgent: request.headers['user-agent'] };
  const secret = await deps.sessions.open(user, visitor, source);
  response.cookie(credentials.session.cookie, secret, sessionCookie(deps));
  deps.csrf.rotate(request, response, secret);
  rememberAppearance(response, user, deps.secureCookies);
  response.redirect(next === '' ? form.home : safeNext(next));
}

/**
 * Whether the browser still has the cookie of a session that was ended elsewhere: a logout clears the cookie, and
 * otherwise it expires with its session. The response clears the cookie, so the user is notified only once. If another
 * application left a cookie of the same name, it is cleared silently.
 */
export async function forgetEndedSession(
  request: Request,
  response: Response,
  deps: SessionCookieDeps,
): Promise<boolean> {
  const secret = deps.credentialRules.cookieOf('session', 'page', request);
  if (secret === undefined || (await deps.sessions.find(secret))) return false;
  clearSessionCookie(response, deps);
  deps.csrf.forgetSession(request);
  return isSessionSecret(secret);
}

export function clearSessionCookie(response: Response, deps: SessionCookieDeps): void {
  const { maxAge: _, ...cookie } = sessionCookie(deps);
  response.clearCookie(credentials.session.cookie, cookie);
}

/** Ends the current session, since the browser loses its cookie with this response. */
export async function endPresentSession(request: Request, deps: SessionCookieDeps): Promise<Session | null> {
  const secret = deps.credentialRules.cookieOf('session', 'form', request);
  return secret === undefined ? null : deps.sessions.end(secret);
}

function sessionCookie({ secureCookies }: SessionCookieDeps) {
  return {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: secureCookies,
    maxAge: SESSION_SECONDS * 1000,
  } as const;
}
