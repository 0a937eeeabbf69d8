import type { Request, Response } from 'express';
import { message } from '../../../i18n/message.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { parseCookies } from '../../../platform/web/security/cookies.js';
import { credentials } from '../../../platform/web/security/credentials.js';
import { addressWithNext, safeNext } from '../../../platform/web/security/safe-next.js';
import { Busy, RateLimited } from '../../../shared/errors/errors.js';
import { errorKinds, VigiaError } from '../../../shared/errors/vigia-error.js';
import { prepareAccountNotice, sendAccountNotice, whomToAsk } from '../account-notice.page.js';
import {
  accountPaths,
  INVITATION_PARAMETER,
  LINK_PARAMETER,
  OWN_ACCOUNT_PATH,
  PROOF_PARAMETER,
} from '../accounts.paths.js';
import { generalLoginForm, type LoginPageDeps } from '../authentication/login.pages.js';
import { sendProved } from '../authentication/proved.page.js';
import { showSecondStep } from '../authentication/second-step.page.js';
import { enter } from '../authentication/session-cookie.page.js';
import { IdentityRefused } from '../identities/identities.errors.js';
import { RegistrationClosed } from '../invitations/invitations.errors.js';
import { SecondFactorLost } from '../second-factor/second-factor.errors.js';
import type { Oidc } from './create-oidc.js';
import { ProviderUnavailable, SignInExpired, SignInRefused } from './oidc.errors.js';
import type { SignInResult } from './oidc-sign-in.js';
import { FLOW_MINUTES, type FlowPurpose } from './sign-in-flows.js';

export interface OidcPageDeps extends LoginPageDeps {
  readonly oidc: Oidc;
  readonly contact: string | undefined;
}

/** Longest ticket or invitation that is read from an address. */
const PARAMETER_MAX_LENGTH = 1000;

/** Sends the browser to the provider, with a cookie that binds the answer to it. */
export function oidcLoginPage(deps: OidcPageDeps): AddressHandlers {
  prepareAccountNotice(deps.pages);
  return {
    GET: async (request, response) => {
      const { client, flows } = deps.oidc;
      try {
        const purpose = await readPurpose(request, deps);
        const flow = flows.begin(purpose, queryText(request, 'next'));
        const url = await client.authorizationUrl(flow, { asksAgain: purpose.kind === 'reauthentication' });
        response.cookie(cookieName(deps), flows.seal(flow), { ...cookieOptions(deps), maxAge: FLOW_MINUTES * 60_000 });
        response.redirect(url.href);
      } catch (error) {
        sendFailure(request, response, deps, error);
      }
    },
  };
}

/** Takes the provider's answer: opens a session, links the account, or records the proof. */
export function oidcCallbackPage(deps: OidcPageDeps): AddressHandlers {
  return {
    GET: async (request, response) => {
      const counts = deps.credentialRules.counts('oidcLogin', 'page', request);
      const cookie = counts ? parseCookies(request)[cookieName(deps)] : undefined;
      response.clearCookie(cookieName(deps), cookieOptions(deps));
      try {
        const result = await deps.oidc.signIn.finish({
          cookie,
          state: request.query.state,
          query: new URL(request.originalUrl, 'http://vigia.invalid').search,
          viewer: await deps.requestViewers.identifyPerson(request),
          language: resolveAppearance(request).language,
          origin: { method: 'oidc', address: deps.addressOf(request) },
        });
        await answer(request, response, deps, result);
      } catch (error) {
        sendFailure(request, response, deps, error);
      }
    },
  };
}

/** Takes the provider's logout tokens, as a program: the answer is JSON. */
export function backchannelLogoutPage({ oidc, addressOf }: Pick<OidcPageDeps, 'oidc' | 'addressOf'>): AddressHandlers {
  return {
    POST: async (request, response) => {
      try {
        const token = textField(request.body, 'logout_token');
        await oidc.backchannelLogout.logOut(token, { method: 'oidc', address: addressOf(request) });
        response.status(200).end();
      } catch (error) {
        if (!(error instanceof VigiaError)) throw error;
        const { retryAfterSeconds } = error.details;
        if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
        response.status(errorKinds[error.kind].status).json({ error: error.code, error_description: error.message });
      }
    },
  };
}

async function readPurpose(request: Request, deps: OidcPageDeps): Promise<FlowPurpose> {
  const ticket = queryText(request, LINK_PARAMETER);
  const isProof = queryText(request, PROOF_PARAMETER) !== '';
  if (ticket === '' && !isProof) return { kind: 'login', invitation: queryText(request, INVITATION_PARAMETER) };
  const viewer = await deps.requestViewers.identifyPerson(request);
  if (viewer?.credential.kind !== 'session') throw new SignInRefused('other_session', 'accounts.oidc.otherSession');
  const { sessionId } = viewer.credential;
  if (isProof) return { kind: 'reauthentication', sessionId };
  if (!deps.oidc.flows.isLinkTicket(ticket, sessionId)) throw new SignInExpired();
  return { kind: 'link', sessionId };
}

async function answer(request: Request, response: Response, deps: OidcPageDeps, result: SignInResult): Promise<void> {
  if (result.kind === 'reauthenticated') return sendProved(request, response, deps.pages);
  if (result.kind === 'linked') return response.redirect(OWN_ACCOUNT_PATH);
  const form = generalLoginForm;
  const { user, next } = result;
  if (result.kind === 'login' && !result.needsSecondFactor) {
    return enter(request, response, { user, form, deps, next, source: result.source });
  }
  const step = result.kind === 'login' ? { source: result.source } : { sessionId: result.sessionId };
  const proof = deps.secondStep.issueProof(user, { operatorsOnly: false, ...step });
  return showSecondStep(request, response, {
    form,
    deps,
    next,
    proof,
    userId: user.id,
    asksAgain: result.kind !== 'login',
  });
}

/** Explains why the sign-in did not succeed, and what else can be done. @throws anything unexpected */
function sendFailure(request: Request, response: Response, deps: OidcPageDeps, error: unknown): void {
  if (!isExplained(error)) throw error;
  const { retryAfterSeconds } = error.details;
  if (retryAfterSeconds !== undefined) response.set('Retry-After', String(retryAfterSeconds));
  const isUnknown = error instanceof SignInRefused && error.reason === 'unknown';
  const asksSomebody = isUnknown || error instanceof RegistrationClosed || isInactive(error);
  const isOwn = error instanceof IdentityRefused;
  sendAccountNotice(deps.pages, request, response, {
    path: accountPaths.oidcLogin,
    title: isOwn ? 'accounts.oidc.notLinkedTitle' : 'accounts.oidc.failedTitle',
    text: error.text,
    more: asksSomebody ? [whomToAsk(deps.contact)] : [],
    status: errorKinds[error.kind].status,
    action: isOwn
      ? { href: OWN_ACCOUNT_PATH, label: 'accounts.oidc.toAccount' }
      : {
          href: addressWithNext(accountPaths.oidcLogin, safeNext(request.query.next)),
          label: message('accounts.oidc.tryAgain', { provider: deps.oidc.name }),
        },
  });
}

function isExplained(error: unknown): error is VigiaError {
  return [
    ProviderUnavailable,
    SignInExpired,
    SignInRefused,
    IdentityRefused,
    RegistrationClosed,
    SecondFactorLost,
    RateLimited,
    Busy,
  ].some((Kind) => error instanceof Kind);
}

function isInactive(error: VigiaError): boolean {
  return error instanceof SignInRefused && error.reason === 'inactive';
}

function queryText({ query }: Request, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value.slice(0, PARAMETER_MAX_LENGTH) : '';
}

/** Browsers accept a cookie with this prefix from exactly this host only, by https. */
function cookieName({ secureCookies }: OidcPageDeps): string {
  return secureCookies ? `__Host-${credentials.oidcLogin.cookie}` : credentials.oidcLogin.cookie;
}

/** The provider's answer arrives by a link from its page, so the cookie cannot be strict. */
function cookieOptions({ secureCookies }: OidcPageDeps) {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: secureCookies } as const;
}
