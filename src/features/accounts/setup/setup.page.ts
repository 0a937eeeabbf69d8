import type { Request, Response } from 'express';
import { translate } from '../../../i18n/translate.js';
import { resolveAppearance } from '../../../platform/web/pages/appearance.js';
import { otherLanguages } from '../../../platform/web/pages/language-choice.js';
import type { PageRenderer } from '../../../platform/web/pages/page-renderer.js';
import type { AddressHandlers } from '../../../platform/web/requests/addresses.js';
import { textField } from '../../../platform/web/requests/request-body.js';
import { type CredentialRules, credentials } from '../../../platform/web/security/credentials.js';
import type { Csrf } from '../../../platform/web/security/csrf.js';
import { InvalidFields } from '../../../shared/errors/errors.js';
import { errorKinds, type FieldErrors } from '../../../shared/errors/vigia-error.js';
import type { AccessPolicy } from '../access-policy/access-policy.js';
import { prepareAccountNotice, sendAccountNotice } from '../account-notice.page.js';
import { accountPaths, SETUP_PARAMETER } from '../accounts.paths.js';
import { enter } from '../authentication/session-cookie.page.js';
import { shownFields } from '../form-fields.js';
import { isLinkToken } from '../link-tokens.js';
import {
  faultsByFormName,
  REGISTRATION_FIELDS,
  readForm,
  typedValues,
} from '../registration/registration-fields.page.js';
import type { Sessions } from '../sessions/sessions.js';
import { SetupLinkNotValid } from './setup.errors.js';
import { SETUP_MINUTES, type StaffSetup } from './staff-setup.js';

export interface SetupPageDeps {
  readonly pages: PageRenderer;
  readonly csrf: Csrf;
  readonly credentialRules: CredentialRules;
  readonly staffSetup: StaffSetup;
  readonly accessPolicy: Pick<AccessPolicy, 'read'>;
  readonly sessions: Sessions;
  readonly addressOf: (request: Request) => string;
  readonly secureCookies: boolean;
  /** Path at which the terms can be read without an account; undefined if an account is required. */
  readonly termsPath: string | undefined;
}

const TEMPLATE = new URL('./setup.page.eta', import.meta.url);

/** Cookie that contains the secret for which the link's token was exchanged. */
const SETUP_COOKIE = credentials.setupLink.cookie;

/** Destination after the account is created and logged in. */
const HOME = { home: '/' };

/**
 * Creates the first staff account with an operator's link, and logs it in (decision 098). Opening the link exchanges
 * its token for a cookie of this page and redirects to the form, so the token leaks through neither a referrer, nor the
 * browser's history, nor a proxy's log.
 */
export function setupPage(deps: SetupPageDeps): AddressHandlers {
  deps.pages.prepare(TEMPLATE);
  prepareAccountNotice(deps.pages);
  return {
    GET: async (request, response) => {
      response.set('Referrer-Policy', 'no-referrer');
      await sayIfOver(request, response, { deps, task: () => openForm(request, response, deps) });
    },
    POST: async (request, response) => {
      deps.csrf.verify(request);
      await sayIfOver(request, response, { deps, task: () => createAccount(request, response, deps) });
    },
  };
}

async function openForm(request: Request, response: Response, deps: SetupPageDeps): Promise<void> {
  const { credentialRules, staffSetup, addressOf } = deps;
  const address = addressOf(request);
  const token = request.query[SETUP_PARAMETER];
  const secret = credentialRules.cookieOf('setupLink', 'page', request);
  const counts = credentialRules.counts('setupLink', 'page', request);
  // `HEAD` must not use up the token, since its sender may be no browser.
  if (counts && request.method === 'GET' && typeof token === 'string' && isLinkToken(token)) {
    // The browser that has opened the link may open it again.
    if (secret === undefined || !(await staffSetup.isValid(secret))) {
      const exchanged = await staffSetup.exchange(token, address);
      response.cookie(SETUP_COOKIE, exchanged, { ...cookie(deps), maxAge: SETUP_MINUTES * 60_000 });
    }
    return response.redirect(accountPaths.setup);
  }
  if (secret === undefined) throw new SetupLinkNotValid();
  await staffSetup.check({ secret, address });
  await showForm(request, response, { deps, values: {}, faults: {} });
}

async function createAccount(request: Request, response: Response, deps: SetupPageDeps): Promise<void> {
  const { credentialRules, staffSetup, addressOf } = deps;
  const secret = credentialRules.cookieOf('setupLink', 'form', request);
  if (secret === undefined) throw new SetupLinkNotValid();
  const form = readForm(request.body);
  const newAccounts = textField(request.body, 'new_accounts') === 'NONE' ? 'NONE' : 'ALL';
  try {
    const { language } = resolveAppearance(request);
    const user = await staffSetup.register(form, newAccounts, { secret, address: addressOf(request), language });
    response.clearCookie(SETUP_COOKIE, cookie(deps));
    await enter(request, response, { user, form: HOME, deps, next: '' });
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error;
    await showForm(request, response, {
      deps,
      values: { ...typedValues(form), new_accounts: newAccounts },
      faults: faultsByFormName(error),
    });
  }
}

function cookie({ secureCookies }: SetupPageDeps) {
  return { httpOnly: true, sameSite: 'lax', path: accountPaths.setup, secure: secureCookies } as const;
}

interface Step {
  readonly deps: SetupPageDeps;
  readonly task: () => Promise<void>;
}

async function sayIfOver(request: Request, response: Response, { deps, task }: Step): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof SetupLinkNotValid)) throw error;
    response.clearCookie(SETUP_COOKIE, cookie(deps));
    sendAccountNotice(deps.pages, request, response, {
      path: accountPaths.setup,
      status: errorKinds[error.kind].status,
      title: 'accounts.pages.linkOverTitle',
      text: error.text,
      more: ['accounts.pages.setupAnother'],
    });
  }
}

interface FormState {
  readonly deps: SetupPageDeps;
  readonly values: Readonly<Record<string, string>>;
  readonly faults: FieldErrors;
}

async function showForm(request: Request, response: Response, { deps, values, faults }: FormState): Promise<void> {
  const appearance = resolveAppearance(request);
  const { language } = appearance;
  // With `no-referrer`, the browser would submit the form with `Origin: null`. The form's own URL contains no secret.
  response.set('Referrer-Policy', 'same-origin');
  deps.pages.send(response, {
    template: TEMPLATE,
    appearance,
    title: translate('accounts.pages.setupTitle', language),
    data: {
      csrfToken: deps.csrf.tokenFor(request, response),
      otherLanguages: otherLanguages(language, accountPaths.setup),
      fields: shownFields({ fields: REGISTRATION_FIELDS, values, faults, language }),
      seesMachines: await seesMachinesAtFirst(values, deps),
      termsPath: deps.termsPath,
    },
  });
}

/** Whether the form proposes that new accounts see machines: as chosen before, otherwise as the setting says. */
async function seesMachinesAtFirst(
  { new_accounts: chosen }: FormState['values'],
  { accessPolicy }: SetupPageDeps,
): Promise<boolean> {
  return (chosen ?? (await accessPolicy.read()).newAccounts) === 'ALL';
}
